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
        ("<?php $a = ; {{code}}", 1, 'syntax error, unexpected token ";"'),
        ("<?php if (1) {\n}\n}\n{{code}}", 3, "Unmatched '}'"),
        ("<?php f([\n1};{{code}}", 2, "Unclosed '[' on line 1 does not match '}'"),
        ("<p>\n<?php if (1: ?>\n{{code}}", 2, 'syntax error, unexpected token ":"'),
        ("<?php\n$a = <<<X\n  b {$c d}\n  X;\n{{code}}", 3, "syntax error"),
    ],
)
def test_a_broken_template_is_a_mistake_of_the_author(php, template, line, said):
    """What PHP says of the text above the place no code mends; it is told with the line of the template."""
    with pytest.raises(CheckError) as caught:
        prepared(template)
    assert caught.value.path == ("wrapper_template",)
    message = str(caught.value)
    assert message.startswith(repr(template)[:50])
    assert f" is broken whatever code stands at {{{{code}}}}: line {line}: " in message
    assert said in message
    assert message.endswith(f" (PHP {find_php({'php': php}).version})")


@pytest.mark.parametrize(
    "template",
    [
        "<?php {{code}}\n$a = ;\n",
        "<?php {{code}} ))(",
        "<?php if (1) {\n{{code}}\n}\n}\n",
        "<?php f([{{code}}};",
        "<?php {{code}}\nfunction f() {}\nfunction f() {}",
        "<?php\nbreak;\n{{code}}",
    ],
)
def test_a_template_that_is_broken_elsewhere_is_told_where_a_reply_fails(check, template):
    """Below the place nothing is certain: the reply fails, and its reason says that all else fails too."""
    reason = check("f();", wrapper="template", wrapper_template=template).reason
    assert reason.endswith("; nothing that was tried fits at {{code}} of the template")


def test_a_sound_template_is_not_blamed_for_a_reply(check):
    """Where something fits, the reason of a reply that fails is PHP's alone."""
    for template in ("<?php {{code}}", "<?php $a = {{code}};"):
        assert "template" not in check("1 +* 2", wrapper="template", wrapper_template=template).reason


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
        ("<?php class A { public function {{code}} }", "total(): int { return 1; }"),
        ("<?php class A { {{code}} $items = []; }", "private array"),
        ("<?php class A { var {{code}} }", "$x;"),
        ("<?php class A { public {{code}} f() {} }", "function"),
        ("<?php trait A { {{code}} $x; }", "protected"),
        ("<?php $x = $a ? {{code}};", "1 : 2"),
        ("<?php $y = ({{code}}) $x;", "int"),
        ("<?php $y = (int{{code}} ) $x;", "eger"),
        ('<?php f("$a[{{code}}]");', "0"),
        ("<?php {{code}} A {}", "class"),
        ("<?php {{code}} (1) { }", "while"),
        ("<?php $x = $a in{{code}} A;", "stanceof"),
        ("<?php function f(&{{code}}) {}", "$x"),
        ("<?php function f(& {{code}}) {}", "$x"),
        ("<?php function f(& /* ; */ {{code}}) {}", "$x"),
        ("<?php #[A] enum {{code}} {}", "B"),
        ("<?php #[A] enum /* ; */ {{code}} {}", "B"),
        ("<?php $a = 'x; {{code}}", "y';"),
        ("<?php $a = 'x;\n y {{code}}", "z';"),
        ('<?php const A = "x; {{code}}', 'y";'),
        ("<?php $a = <<<X\n x; {{code}}", "y\n X;"),
        ("<?php $a = <<<X\n  x; {{code}}", "y\n X . 'z';"),
        ('<?php $a = "x {$b[{{code}}', '1]}";'),
        ("<?php /* ; {{code}}", "*/ f();"),
        ("<?php goto a; {{code}}", "a: f();"),
        ("<?php while (1): {{code}}", "f(); endwhile;"),
        ("<ul>\n<?php foreach ($a as $b): ?>\n<?= {{code}} ?>\n<?php endforeach ?>\n", "$b"),
    ],
)
def test_a_template_that_code_can_complete_is_none(check, template, code):
    """Where some code fits, whatever the place wants, the template stands; a reply of that shape passes."""
    outcome = check(code, wrapper="template", wrapper_template=template)
    assert outcome.passed or "no PHP" in outcome.reason


@pytest.mark.usefixtures("php")
def test_no_beginning_of_sound_code_is_broken():
    """Wherever sound PHP is cut, some code completes it: the rest of it."""
    sound = """<?php #[A] enum /*;*/ B {} f("a; {$b['c d']} $e[f]", (int) 1 .'; }', <<<X
 y; )
 X); function f(A & /*, */ $a) { yield from $c instanceof D; }"""
    for end in range(len("<?php "), len(sound)):
        try:
            prepared(sound[:end] + "{{code}}")
        except CheckError as error:
            assert "is broken" not in str(error)  # noqa: PT017 - a text that hides the code is refused too


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
    for broken in (False, True):
        end = "}}" if broken else ""
        template = "<?php function f() {\n" + "    g();\n" * 20_000 + end + "{{code}}\n}"
        start = time.thread_time()
        if broken:
            with pytest.raises(CheckError, match=r"line 20002: Unmatched '}'"):
                prepared(template)
        else:
            prepared(template)
        assert time.thread_time() - start < 2


def test_a_php_that_cannot_answer_refuses_no_template(program):
    """Where PHP breaks on every template nobody is blamed for it."""
    fragile = program(
        'for f; do case "$f" in *.php) grep -q checkwright_breaks "$f" && kill -SEGV $$;; esac; done; '
        'exec "$PHP" "$@"'
    )
    prepared("<?php checkwright_breaks(); {{code}} }", {"php": fragile})
