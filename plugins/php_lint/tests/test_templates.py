"""Templates of authors: which are a mistake whatever the reply, and which only look like one."""

import time

import pytest

from checkwright import CheckError, Toolbox
from checkwright_php_lint import KIND
from checkwright_php_lint.program import find_php


def prepared(template, tools=None):
    spec = KIND.spec.model_validate({"kind": "php_lint", "wrapper": "template", "wrapper_template": template})
    return KIND.prepare(spec, Toolbox(tools=tools or {}))


@pytest.mark.parametrize(
    ("template", "line", "said"),
    [
        ("<?php\n$a = ;\n{{code}}", 2, 'syntax error, unexpected token ";"'),
        ("<?php\nforeach ($a as $b {\n    {{code}}\n}\n", 2, 'syntax error, unexpected token "{"'),
        (
            "<?php\nclass A {\n  function f() { return 1 }\n{{code}}\n}",
            3,
            'syntax error, unexpected token "}"',
        ),
        ("<?php\nfoo bar({{code}});", 2, 'syntax error, unexpected identifier "bar"'),
        ("<?php {{code}}\n$a = ;\n", 2, 'syntax error, unexpected token ";"'),
        ("<?php {{code}} ))(", 1, "Unmatched ')'"),
        ("<?php if (1) {\n{{code}}\n}\n}\n", 4, "Unmatched '}'"),
        ("<?php function f() {\n{{code}}\nreturn 1\n}\n", 4, 'syntax error, unexpected token "}"'),
        ("<?php\nclass A {\n  public int $a\n  {{code}}\n}\nclass B { x }", 6, "syntax error"),
        ("<?php f([{{code}}};", 1, "Unclosed '[' on line 1 does not match '}'"),
        ("<?php\nbreak;\n{{code}}", 2, "'break' not in the 'loop' or 'switch' context"),
        ("<?php break; {{code}}", 1, "'break' not in the 'loop' or 'switch' context"),
        ("<?php {{code}}\nfunction f() {}\nfunction f() {}", 3, "Cannot redeclare function f()"),
        ("<?php {{code}}\nfunction f() {}\nfunction f() {}", 3, "previously declared on line 2)"),
    ],
)
def test_a_broken_template_is_a_mistake_of_the_author(php, template, line, said):
    """What PHP says of the template, whatever stands in it, is told at its field with its own line."""
    with pytest.raises(CheckError) as caught:
        prepared(template)
    assert caught.value.path == ("wrapper_template",)
    message = str(caught.value)
    assert message.startswith(repr(template)[:50])
    assert f" is broken whatever code stands at {{{{code}}}}: line {line}: " in message
    assert said in message
    assert message.endswith(f" (PHP {find_php({'php': php}).version})")


@pytest.mark.usefixtures("php")
@pytest.mark.parametrize(
    "template",
    ["<?php /* {{code}}", "<?php $a = 'x {{code}}", '<?php $a = "x {{code}}', "<?php $a = <<<X\n{{code}}"],
)
def test_a_place_in_a_text_that_never_ends_is_a_mistake(template):
    """An open comment or text hides the code as a closed one does."""
    with pytest.raises(CheckError, match=r"where PHP reads no code|Unterminated comment|unexpected string"):
        prepared(template)


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("<?php {{code}}", "echo 1;"),
        ("<p><?= {{code}} ?></p>", "1"),
        ("<?php $a = {{code}};", "[1, 2]"),
        ("<?php return {{code}} + 1;", "f(2)"),
        ("<?php $a = 1 {{code}} 2;", "* 3 -"),
        ("<?php f(1, {{code}} 2);", "3,"),
        ("<?php class A { {{code}} }", "private int $a;"),
        ("<?php interface A { {{code}} }", "function f();"),
        ("<?php enum A: string { {{code}} }", "case B = 'b';"),
        ("<?php enum A: string { case B = {{code}}; }", "'b'"),
        ("<?php class A { {{code}} { return 1; } }", "function f()"),
        ("<?php class A { public {{code}} }", "function f() {}"),
        ("<?php class A { use {{code}}; }", "B"),
        ("<?php function f({{code}}) {}", "int $a"),
        ("<?php function f(string $a = {{code}}) {}", "'x'"),
        ("<?php function {{code}}() {}", "f"),
        ("<?php $a->{{code}}();", "b"),
        ("<?php use A\\{{code}};", "B"),
        ("<?php namespace {{code}}; f();", "A"),
        ("<?php namespace A {} {{code}}", "namespace B {}"),
        ("<?php goto {{code}}; a: f();", "a"),
        ("<?php foreach ({{code}}) { f(); }", "$a as $b => $c"),
        ("<?php for ({{code}}) { f(); }", "$a = 0; $a < 3; $a++"),
        ("<?php while ({{code}}) { f(); }", "1"),
        ("<?php {{code}} { f(); } else { g(); }", "if (1)"),
        ("<?php {{code}} else { g(); }", "if (1) f();"),
        ("<?php switch (1) { {{code}} }", "case 1: f();"),
        ("<?php $a = match (1) { {{code}} };", "1 => 2"),
        ("<?php $a = match (1) { {{code}} default => 3 };", "1 => 2,"),
        ("<?php try { f(); } {{code}}", "catch (E $e) {}"),
        ("<?php try { f(); } catch ({{code}}) {}", "E $e"),
        ("<?php try { {{code}} }", "f(); } catch (E $e) {"),
        ("<?php {{code}} finally {}", "try { f(); }"),
        ("<?php do { f(); } {{code}}", "while (1);"),
        ("<?php do { {{code}}", "f(); } while (1);"),
        ("<?php if (1): {{code}}", "f(); endif;"),
        ("<?php if (1): {{code}}\nf();", "f(); endif;"),
        ("<?php function f() { {{code}}", "return 1; }"),
        ("<?php function f() { return g({{code}} }", "1);"),
        ("<?php class A { function f() { {{code}}", "return 1; } }"),
        ("<?php $a = [(1 {{code}}", ")];"),
        ("<?php declare({{code}});", "strict_types=1"),
        ("<?php {{code}} declare(strict_types=1); f();", "/* first */"),
        ("<?php {{code}} namespace A; f();", "declare(strict_types=1);"),
        ("<?php #[{{code}}] function f() {}", "A"),
        ("<?php $a = fn({{code}}) => 1;", "int $b"),
        ('<?php $a = "{$b[{{code}}]}";', "1"),
        ("<?php $a = 1e{{code}};", "5"),
        ("<?php if (1) { {{code}} }", "} if (2) {"),
        ("<?php {{code}}\n__halt_compiler(); ((", "f();"),
        ("<ul>\n<?php foreach ($a as $b): ?>\n<?= {{code}} ?>\n<?php endforeach ?>\n", "$b"),
    ],
)
def test_a_template_that_code_can_complete_is_none(check, template, code):
    """Where some code fits, whatever the place wants, the template stands; a reply of that shape passes."""
    outcome = check(code, wrapper="template", wrapper_template=template)
    assert outcome.passed or "no PHP" in outcome.reason


@pytest.mark.usefixtures("php")
def test_property_hooks_are_a_place():
    """PHP from 8.4 on has hooks of properties; where it has none, that is told of the template."""
    template = "<?php class A { public int $a { {{code}} } }"
    if tuple(int(part) for part in find_php({}).version.split(".")[:2]) >= (8, 4):
        prepared(template)
    else:
        with pytest.raises(CheckError, match="is broken whatever code"):
            prepared(template)


@pytest.mark.usefixtures("php")
def test_a_template_is_tried_out_once(program, tmp_path):
    """A sound template is one call of PHP at its first prepare, and none at the next one."""
    note = tmp_path / "calls"
    counting = program(f'echo "$*" >> {note}; exec "$PHP" "$@"')
    prepared("<?php if (1) {\n{{code}}\n}", {"php": counting})
    first = note.read_text().count("\n")
    prepared("<?php if (1) {\n{{code}}\n}", {"php": counting})
    assert note.read_text().count("\n") == first
    prepared("<?php if (2) {\n{{code}}\n}", {"php": counting})
    assert note.read_text().count("\n") == first + 1


@pytest.mark.usefixtures("php")
def test_a_large_template_costs_little():
    """200 kB of template are tried out in little time of ours, sound or not."""
    for end in ("}", "} }"):
        template = "<?php function f() {\n" + "    g();\n" * 20_000 + "{{code}}\n" + end
        start = time.thread_time()
        if end == "}":
            prepared(template)
        else:
            with pytest.raises(CheckError, match=r"line 20003: Unmatched '}'"):
                prepared(template)
        assert time.thread_time() - start < 2


def test_a_php_that_cannot_answer_refuses_no_template(program):
    """Where PHP breaks on every template nobody is blamed for it."""
    fragile = program(
        'for f; do case "$f" in *.php) grep -q checkwright_breaks "$f" && kill -SEGV $$;; esac; done; '
        'exec "$PHP" "$@"'
    )
    prepared("<?php checkwright_breaks(); {{code}} }", {"php": fragile})
