"""What is special about php_lint: which code is linted, in which file, and what is said of it."""

import threading
import time
from importlib.resources import files

import pytest
import yaml

from checkwright import Case, CheckError, Outcome, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright_php_lint import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_php_lint").joinpath("examples.yaml").read_text("utf-8"))
GOOD, BAD = "<?php\necho 1;\n", "<?php\necho 1\necho 2;\n"


def fenced(label, code, fence="```"):
    return f"{fence}{label}\n{code}\n{fence}\n"


def quoted(outcome, response):
    return [((piece.start, piece.end), piece.text) for piece in outcome.locate(Case(response))]


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['check'].get('wrapper')} {row['response'][-30:]!r}"
)
def test_the_examples_hold(check, row):
    """Every example comes out as it says, for the reason it says."""
    fields = {name: value for name, value in row["check"].items() if name != "kind"}
    try:
        outcome = check(row["response"], **fields)
    except CheckError as error:
        outcome = Outcome.judge(False, error.message)
    assert outcome.passed is row["passed"], outcome.reason
    assert row.get("reason", "") in outcome.reason


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["php_lint"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"wrapper": "method"}, "wrapper"),
        ({"wrapper": "template"}, "wrapper_template"),
        ({"wrapper": "template", "wrapper_template": "<?php echo 1;"}, "wrapper_template"),
        ({"wrapper": "template", "wrapper_template": "{{code}} {{code}}"}, "wrapper_template"),
        ({"wrapper": "template", "wrapper_template": "{{ code }}"}, "wrapper_template"),
        ({"wrapper": "template", "wrapper_template": None}, "wrapper_template"),
    ],
)
def test_a_template_holds_the_code_once(fields, words):
    """The wrapper template needs a template, and a template has exactly one place for the code."""
    with pytest.raises(ValueError, match=words):
        KIND.spec.model_validate({"kind": "php_lint", **fields})
    document = {"id": "a", "version": "1.0", "checks": [{"kind": "php_lint", **fields}]}
    problems = validate({**document, "scoring": {"combine": "all_pass"}}, kinds=load_kinds(), source="x")
    assert len(problems) == 1
    assert words in str(problems[0])


def test_a_template_without_its_place_is_told_in_words():
    """The problem says what is wanted, and shows no pattern."""
    check = {"kind": "php_lint", "wrapper": "template", "wrapper_template": "x"}
    document = {"id": "a", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    [problem] = validate(document, kinds=load_kinds(), source="x")
    assert problem.message == "checks[0].wrapper_template: 'x' does not fit: exactly one {{code}} is wanted"
    assert problem.hint is None


def test_a_template_that_nothing_reads_is_a_warning(php):
    """A template beside another wrapper is valid, does nothing, and `validate` says so."""
    del php
    check = {"kind": "php_lint", "wrapper_template": "{{code}}"}
    rubric = {"id": "a", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    (problem,) = validate(rubric, kinds=load_kinds(), source="x")
    assert str(problem).startswith("x: warning: checks[0].wrapper_template: the template does nothing")


def test_code_is_never_executed(check, tmp_path):
    """Code that would write a file, in each wrapper and while it is compiled, writes none."""
    file = tmp_path / "written"
    write = f"file_put_contents('{file}', 'x');"
    for wrapper, code in [
        ("open_tag", write),
        ("none", f"<?php {write}"),
        ("function", f"{write} checkwright();"),
        ("class", f"public $a = 1; function __construct() {{ {write} }}"),
        ("open_tag", f"`touch {file}`; const A = 1; eval({write!r}); register_shutdown_function('x');"),
    ]:
        assert check(code, wrapper=wrapper).passed, wrapper
    assert check(f"<?php {write} __halt_compiler(); x").passed is False
    assert not file.exists()


@pytest.mark.parametrize(
    ("label", "code", "read"),
    [
        ("php", "echo 1;", True),
        ("PHP", "echo 1;", True),
        ("php title=a.php", "echo 1;", True),
        ("php:src/a.php", "echo 1;", True),
        ("php{1,3}", "echo 1;", True),
        ("{.php .numbered}", "echo 1;", True),
        ("phtml", "echo 1;", True),
        ("php-template", "<b><?= 1 ?></b>", True),
        ("", "<?php echo 1;", True),
        ("html", "<b><?php echo 1 ?></b>", True),
        ("", "echo 1;", False),
        ("html", "<b>1</b>", False),
        ("phpunit", "echo 1;", False),
        ("php-fpm", "echo 1;", False),
        ("xml", "<?php echo 1;", False),
        ("diff", "+ echo 1;", False),
    ],
)
def test_which_blocks_are_php(check, label, code, read):
    """Blocks labelled as PHP are linted, unlabelled and HTML ones when they hold an open tag, no others."""
    outcome = check(f"Look:\n\n{fenced(label, code)}")
    assert outcome.passed is read, outcome.reason
    assert ("all of the response was read" in outcome.reason) is not read


def test_every_block_is_linted(check):
    """One block with a mistake among good ones fails the check, and the reason counts."""
    blocks = [fenced("php", GOOD), fenced("php", BAD), fenced("sh", "ls"), fenced("php", BAD + "//")]
    outcome = check("\n".join(blocks))
    assert outcome.passed is False
    assert outcome.reason.endswith("; 2 of 3 code blocks have a mistake")
    assert [one["line"] for one in outcome.details["mistakes"]] == [10, 21]


def test_blocks_do_not_meet(check):
    """Blocks are files of their own: one name may be declared in each."""
    block = fenced("php", "final class A {}\nfunction f() {}")
    assert check(block * 3).passed
    assert check(fenced("php", "final class A {}\nfunction f() {}\nfunction f() {}")).passed is False


def test_more_blocks_than_the_limit_fail(check):
    """50 blocks are linted, 51 fail with the limit named, whatever they hold."""
    block = fenced("php", "echo 1;")
    assert check(block * 50).passed
    assert check(block * 51).reason == "size limit: 51 code blocks of PHP, at most 50 are linted"


def test_a_comment_beside_code_is_no_vacuous_block(check):
    """Blocks of comments alone fail only where no block holds code."""
    comment = fenced("php", "// the rest stays as it is")
    assert check(comment + fenced("php", "echo 1;")).passed
    assert check(comment * 2).reason.startswith("no PHP: 2 code blocks hold")


@pytest.mark.parametrize(
    "response",
    [
        "",
        " \n\t",
        "<?php",
        "<?php ?>",
        "<?PHP\n/* a */ // b\n# c\n?> text",
        "<p>Hello</p><?php",
        "?> $a = ;;; broken(",
        "<think>echo 1;",
        ";",
        "{}",
        "<?php ;;\n{;}",
        "```php\n<?php\n;\n?>\n```",
        "\u200b;",
    ],
)
def test_nothing_to_lint_is_no_pass(check, response):
    """PHP finds no mistake where there is no code; the check does."""
    assert check(response).reason.startswith("no PHP")
    for wrapper in ("none", "function", "class"):
        assert check(response, wrapper=wrapper).passed is False, wrapper


def test_a_block_without_a_tag_is_named(check):
    """With the wrapper none each block needs a tag, and the reason says which one has none."""
    blocks = fenced("php", "<?php echo 1;") + fenced("php", "echo 1;") + fenced("php", "echo 2;")
    reason = (
        "no PHP: no open tag <?php or <?= stands in 2 of 3 code blocks, first in line 5, so all of it is text"
    )
    assert check(blocks, wrapper="none").reason == reason


@pytest.mark.parametrize(
    "response",
    [
        "$x = ;;; broken( // <?php",
        "$x = ;;; broken( '<?php '",
        "Sorry",
        "I cannot write PHP, sorry. <?php echo 1;",
        "<? echo 1;",
        "<b>1</b>",
        "```\necho 1;\n```",
        "<?phpecho 1;",
    ],
)
def test_text_is_no_code(check, response):
    """A text is not taken for a page because an open tag, or something like it, stands somewhere in it."""
    assert check(response).passed is False


@pytest.mark.parametrize(
    "response",
    [
        "<?php echo 1;",
        "<?PHP\r\necho 1;",
        "<?php\recho 1;",
        "<?= 1 ?>",
        "echo 1;",
        "\ufeff<?php declare(strict_types=1);",
        "#!/usr/bin/env php\n<?php declare(strict_types=1);",
        "\n\n// src/a.php\n# old\n/* x\n*/ <?php\nnamespace A;",
        "<!DOCTYPE html>\n<p><?= $x ?></p>",
        "<?xml version='1.0'?>\n<a><?= 1 ?></a>",
        "#[Pure]\nfunction f() {}",
        "<think>maybe <?php broken((</think>\n<?php echo 1;",
        "<?php echo <<<'X'\n  <?php ?>\n  X;",
        "<?php echo '\0';",
        "<?php echo '\ud800';",
        "<?php $größe = '日本';",
    ],
)
def test_an_open_tag_is_put_where_it_is_missing(check, response):
    """With and without tags, after what stands in front of them, code is read as its author meant it."""
    outcome = check(response)
    assert outcome.passed, outcome.reason


@pytest.mark.parametrize(
    ("wrapper", "code"),
    [
        ("function", "return 1;"),
        ("function", "<?php return 1;"),
        ("function", "<?php\nreturn 1 // one\n?>\n"),
        ("function", "<?= 1 ?>"),
        ("function", "if ($a): ?>\n<b>\n<?php endif;"),
        ("function", "return <<<X\n  a\n  X;"),
        ("function", "static $n = 0; yield $n++; // counts"),
        ("class", "private int $a = 1;"),
        ("class", "<?php\nconst A = 1;\n?>"),
        ("class", "abstract public function area(): float;"),
        ("class", "use Countable;\n/* end */"),
        ("template", "echo 1;"),
        ("template", "<?php echo 1 ?>"),
        ("template", "echo 1; # done"),
    ],
)
def test_wrappers_take_code_with_and_without_tags(check, wrapper, code):
    """What stands in a function, a class or a template needs no tags and may have them."""
    fields = {"wrapper_template": "<?php if (1) { {{code}} }"} if wrapper == "template" else {}
    outcome = check(code, wrapper=wrapper, **fields)
    assert outcome.passed, outcome.reason


@pytest.mark.parametrize(
    ("wrapper", "code"),
    [
        ("function", "} echo 1; {"),
        ("function", "}\nclass A {"),
        ("function", "}); f(function () {"),
        ("function", "} ; ?> text <?php if (1) {"),
        ("function", "use A\\B;"),
        ("function", "public function f() {}"),
        ("class", "} class B {"),
        ("class", "} function f() {"),
        ("class", "}); (new class {"),
        ("class", "echo 1;"),
        ("class", "class B {}"),
    ],
)
def test_code_stays_inside_its_wrapper(check, wrapper, code):
    """Code that belongs elsewhere, or that ends the wrapper and begins another one, fails."""
    assert check(code, wrapper=wrapper).passed is False


@pytest.mark.parametrize(
    ("code", "passed"),
    [
        ("<?php __halt_compiler();", True),
        ("<?php\n__HALT_COMPILER ( )\n;\n\n", True),
        ("<?php __halt_compiler() ?>\n", True),
        ("<?php __halt_compiler /* a */ ( # b ( ;\n) // c\n;", True),
        ("<?php echo 1; // __halt_compiler\n__halt_compiler(/* __HALT_COMPILER(); */);\n", False),
        ("<?php __halt_compiler(/* a */); data", False),
        ("<?php __halt_compiler(); /* __halt_compiler(/**/); */", False),
        ("<?php __halt_compiler(); data", False),
        ("<?php __halt_compiler() ?> data", False),
        ("<?php __halt_compiler(); ((( __halt_compiler();", False),
        ("<?php echo '__halt_compiler(); x';", True),
        ("<?php echo 1; // __halt_compiler();", True),
        ("<?php echo 1; ?>\n__halt_compiler(); text", True),
    ],
)
def test_nothing_is_hidden_behind_a_halt(check, code, passed):
    """PHP reads nothing behind __halt_compiler, so only white space may stand there."""
    outcome = check(code)
    assert outcome.passed is passed, outcome.reason
    assert check(code, wrapper="none").passed is passed


def test_a_halt_of_the_template_hides_no_code(check):
    """What a template has below the code, behind a halt, is its author's business."""
    fields = {"wrapper": "template", "wrapper_template": "<?php {{code}}\n__halt_compiler(); data"}
    assert check("echo 1;", **fields).passed
    assert "is not read as PHP" in check("echo 1; __halt_compiler(); ((", **fields).reason


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("__halt_compiler(); x", 2),
        ("// __halt_compiler();\n__halt_compiler(); x", 3),
        ("$a = '__halt_compiler();';\n/* __halt_compiler */\n\n__HALT_COMPILER(); __halt_compiler", 5),
        ("__halt_compiler();\n__halt_compiler();\n", 2),
        ("// __halt_compiler\n" * 40 + "__halt_compiler(); x", 21),
    ],
)
def test_the_line_of_a_halt_is_the_one_that_hides(check, code, line):
    """Of several places the one that ends the code is named; up to 20 are looked at."""
    outcome = check(f"<?php\n{code}")
    assert outcome.reason.startswith(f"line {line}: what follows __halt_compiler is not read as PHP")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_those_of_the_response(check, newline):
    """The line that is named, and quoted as evidence, is counted in the response, whatever is wrapped."""
    lines = [
        "Here:",
        "",
        "> 1. So:",
        ">",
        ">    ```php",
        ">",
        ">    <?php",
        ">    $a = 1",
        ">    $b = ;",
        ">    ```",
    ]
    response = newline.join(lines)
    for wrapper in ("open_tag", "none", "function"):
        outcome = check(response, wrapper=wrapper)
        assert outcome.reason.startswith("line 9: syntax error"), (wrapper, outcome.reason)
        ((where, text),) = quoted(outcome, response)
        assert text == "$b = ;"
        assert response[where[0] : where[1]] == text


def test_lines_below_a_template_are_those_of_the_response(check):
    """Lines of the template are not counted, and a mistake that shows in its end is the code's last line."""
    template = "<?php\n\nfunction f()\n{\n    {{code}}\n}\n"
    fields = {"wrapper": "template", "wrapper_template": template}
    assert check("a();\nb(;\nc();", **fields).reason.startswith("line 2: syntax error")
    assert check("<?php\n\na();\nb(;", **fields).reason.startswith("line 4: syntax error")
    outcome = check("a();\nif (b()) {\nc();\n", **fields)
    assert outcome.reason.startswith("line 3: behind the code: Unclosed '{' (PHP")


@pytest.mark.parametrize(
    ("wrapper", "code", "message"),
    [
        ("function", "<?php\n\nreturn 1\n", 'line 3: behind the code: syntax error, unexpected token "}"'),
        ("function", "f(\n1", "line 2: behind the code: Unclosed '(' on line 1 does not match '}'"),
        ("function", "<?php\na();\nif (b()) {\n", "line 3: behind the code: Unclosed '{' (PHP"),
        ("class", "function f() {\n  if (1) {\n  }\n", "line 3: behind the code: Unclosed '{' (PHP"),
        ("class", "function f() {}\n}\n", "line 2: the code closes what is put around it (PHP"),
        ("function", "f();\n$a = (1];\n", "line 2: Unclosed '(' does not match ']'"),
        ("function", "$a = [\n1\n);\n", "line 3: Unclosed '[' on line 1 does not match ')'"),
    ],
)
def test_what_is_put_around_the_code_is_not_taken_for_it(check, wrapper, code, message):
    """A mistake that shows behind the code is told so, and no brace of the wrapper is given a line."""
    outcome = check(code, wrapper=wrapper)
    assert outcome.reason.startswith(message), outcome.reason


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("<?php/* a */ echo 1;", "; white space has to stand behind <?php"),
        ("// a\n<?PHPecho 1;", "; white space has to stand behind <?php"),
        ("<?php\u00a0echo 1;", "; white space has to stand behind <?php"),
        ("<? echo 1;", "; the short tag <? opens no PHP here, write <?php"),
        ("\u200b<?php echo 1;", "; the line holds the invisible U+200B"),
        ("<?php\necho 1;\n\u2060echo 2;", "; the line holds the invisible U+2060"),
        ("<?php\n$a = '\u200b';\necho ;", " (PHP"),
    ],
)
def test_what_is_hard_to_see_is_named(check, code, words):
    """A tag that is none, and an invisible character in the line of a mistake, are named."""
    reason = check(code).reason
    assert words in reason
    assert reason.count(";") <= 3


@pytest.mark.parametrize(
    ("template", "is_read"),
    [
        ("{{code}}", False),
        ("<p>{{code}}</p><?php echo 1;", False),
        ("<? {{code}} ?>", False),
        ("<?php /* {{code}} */", False),
        ("<?php // {{code}}\n", False),
        ("<?php $a = '{{code}}';", False),
        ("<?php $a = <<<'X'\n{{code}}\nX;", False),
        ("<?php __halt_compiler(); {{code}}", False),
        ("<?php {{code}}", True),
        ("<?php f({{code}}", True),
        ("<?php $a = [(1 {{code}}", True),
        ("<p><?= {{code}} ?></p>", True),
    ],
)
def test_a_template_has_its_place_where_php_reads_it(check, template, is_read):
    """Where no mistake in the code would be found the template is a mistake of the author."""
    if is_read:
        check("1", wrapper="template", wrapper_template=template)
        return
    with pytest.raises(CheckError, match="where PHP reads no code") as caught:
        check("1", wrapper="template", wrapper_template=template)
    assert caught.value.path == ("wrapper_template",)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("\n\n<?php\nfunction f() {}\n\nfunction f() {}", "line 6: Cannot redeclare"),
        ("\n\n<?php\nif (1) {\n\n  echo 1;\n", "line 6: Unclosed '{' on line 4"),
        ("// a.php\n\n<?php\n$b = ;", "line 4: syntax error"),
        ("\n\n<?php\na();\n/* x", "line 5: Unterminated comment starting line 5"),
    ],
)
def test_lines_inside_a_message_are_those_of_the_response(check, code, message):
    """Where PHP names a second line, it is counted in the response too."""
    outcome = check(code)
    assert outcome.reason.startswith(message), outcome.reason
    assert ".php" not in outcome.reason


def test_a_line_beyond_the_first_of_two_is_counted(check):
    """The place of an earlier declaration is named by its line, not by a file of ours."""
    outcome = check("Two:\n```php\nfunction f() {}\nfunction f() {}\n```\n")
    if "previously declared" in outcome.reason:
        assert "(previously declared on line 3)" in outcome.reason
    assert outcome.reason.startswith("line 4: ")


def test_checks_share_a_lint(check, program, tmp_path):
    """Checks ask PHP once about a file, of whatever case it comes, and again only about another file."""
    log = tmp_path / "log"
    tools = {"php": program(f'echo called >> {log}\nexec "$PHP" "$@"')}
    check("echo 0;", tools)
    case, before = Case(fenced("php", GOOD) + fenced("php", GOOD)), len(log.read_text().splitlines())

    def calls():
        return len(log.read_text().splitlines()) - before

    check(None, tools, case)
    check(None, tools, case, wrapper="none")
    assert calls() == 1
    check(None, tools, case, wrapper="function")
    assert calls() == 2
    check(None, tools, Case(case.text), wrapper="function")
    assert calls() == 2
    assert check(f"Another:\n{case.text}", tools).passed
    assert calls() == 2
    assert check(BAD, tools).reason == check(BAD, tools).reason
    assert calls() == 3


def test_threads_share_a_case(program):
    """Checks in several threads at once, of one PHP that was asked nothing yet, say the same of one case."""
    specs = [KIND.spec(kind="php_lint", wrapper=wrapper) for wrapper in ("open_tag", "none", "function")] * 3

    def prepared(folder):
        tools = {"php": program('exec "$PHP" "$@"', folder)}
        return [KIND.prepare(spec, Toolbox(tools=tools)) for spec in specs]

    checks, case = prepared("together"), Case(fenced("php", GOOD) + fenced("php", BAD))
    together = [""] * len(checks)

    def work(number):
        together[number] = checks[number](case).reason

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(checks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [execute(Case(case.text)).reason for execute in prepared("alone")]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("[" * 1_000_000, "nesting limit"),
        ("$a = " + "1 + " * 250_000 + "1;", "nesting limit"),
        ("$a = [" + "[1,[2],[3]]," * 90_000 + "];", "finds no mistake"),
        ("/* " * 330_000, "no PHP"),
        ("a(); /* " * 120_000, "Unterminated comment"),
        ("<?php ?>" * 125_000, "no PHP"),
        ("<?php # ?" * 110_000, "no PHP"),
        ("function " + "x" * 500_000 + "() {} function " + "x" * 500_000 + "() {}", "Cannot redeclare"),
        ("`" * 1_000_000, "syntax error"),
        ("``` x\n" * 160_000, "syntax error"),
        ("<<<A\n" * 200_000, "syntax error"),
        ("__halt_compiler " * 60_000, "syntax error"),
        ("?>" + " " * 1_000_000, "no PHP"),
        (";" * 1_000_000, "no PHP"),
        ("\u200b;" * 500_000, "no PHP"),
    ],
    ids=lambda value: value[:12],
)
def test_hostile_code_costs_little(check, code, words):
    """1 MB of anything is judged; our own share of the work stays in proportion to its length."""
    for wrapper in ("open_tag", "function"):
        start = time.thread_time()
        outcome = check(code, wrapper=wrapper)
        spent = time.thread_time() - start
        assert spent < 3, f"{wrapper}: {spent:.2f} s"
        if wrapper == "open_tag":
            assert words in outcome.reason


def test_a_valid_megabyte_passes(check):
    """The size of code is no mistake."""
    assert check("$a = [1, 'b' => $c->d()];\n" * 40_000).passed


def test_the_version_decides_and_is_said(php):
    """The version of PHP stands in the engines of the kind, in the reason, and in the signature of a run."""
    del php
    version = KIND.engines()["PHP"]
    noted = []
    KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(engine=lambda *pair: noted.append(pair)))
    assert noted == [("PHP", version)]
    kinds = load_kinds()
    rubric = {
        "id": "a",
        "version": "1.0",
        "checks": [{"kind": "php_lint"}],
        "scoring": {"combine": "all_pass"},
    }
    verdict = score(parse_rubric(rubric, kinds=kinds), Case(GOOD), kinds=kinds)
    assert verdict.checks[0].reason == f"PHP {version} finds no mistake in the response"
