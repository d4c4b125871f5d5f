"""The verdict is that of `php -l`, on good code and on what is left of it."""

import random
import re
import subprocess

import pytest

from checkwright_php_lint.lint import lint

SOURCES = [
    """<?php
declare(strict_types=1);

namespace Shop\\Cart;

use InvalidArgumentException;
use function array_sum as total;

/** A line of a cart. */
final class Line implements \\Countable
{
    private const MAX = 1_000;
    public function __construct(private readonly string $name, protected int $count = 1) {}

    public static function of(string ...$names): array
    {
        return array_map(static fn (string $name): self => new self($name), $names);
    }

    public function count(): int
    {
        if ($this->count > self::MAX) {
            throw new InvalidArgumentException("too many: {$this->count} of ${name}");
        }
        return match (true) {
            $this->count < 0 => 0,
            default => $this->count,
        };
    }
}
""",
    """<!DOCTYPE html>
<ul>
<?php foreach ($items as $key => [$name, 'price' => $price]): ?>
    <li id="<?= $key ?>"><?= htmlspecialchars($name) ?>: <?= number_format($price, 2) ?></li>
<?php endforeach; ?>
</ul>
<?php if (isset($_GET['debug'])) { # only here
    echo <<<TEXT
        Debug of $items[0] and {$items['a']->name}
        TEXT;
} // end ?>
""",
    """<?php
function &walk(iterable $tree, ?callable $visit = null, int|float $depth = 0): Generator {
    static $seen = [];
    for ($i = 0, $n = count($tree); $i < $n; ++$i) {
        switch ($tree[$i] <=> 0) {
            case -1: continue 2;
            case 0: break;
            default: yield $i => $visit?->__invoke($tree[$i]) ?? $depth ** 2;
        }
        try { goto done; } catch (A | B $e) { throw $e; } finally { unset($seen[$i]); }
        done: $seen[] = `ls -l`;
    }
    $f = function () use (&$seen, $depth) { return [...$seen, ...[$depth]]; };
    return $f();
}
""",
]
#: What is put in, one at a time.
PIECES = [
    ";",
    "}",
    "{",
    ")",
    "(",
    "]",
    "'",
    '"',
    "?>",
    "<?php ",
    "//",
    "/*",
    "$",
    "->",
    "::",
    ",",
    " fn ",
    "\0",
    "é",
    "abstract ",
]


def mutated(seed):
    """Change one or two places of a source: leave out, repeat, swap, put in."""
    draw = random.Random(seed)
    words = re.findall(r"\w+|\s+|[^\w\s]", draw.choice(SOURCES))
    for _ in range(draw.randint(1, 2)):
        place = draw.randrange(len(words) - 1)
        kind = draw.randrange(4)
        if kind == 0:
            del words[place]
        elif kind == 1:
            words.insert(place, words[place])
        elif kind == 2:
            words[place], words[place + 1] = words[place + 1], words[place]
        else:
            words.insert(place, draw.choice(PIECES))
    return "".join(words)


@pytest.fixture(scope="module")
def mutants(php, tmp_path_factory):
    """Return 200 sources, each with what plain `php -l` says of it alone: valid or not, and the line."""
    file, told = tmp_path_factory.mktemp("plain") / "plain.php", {}
    for source in [*SOURCES, *(mutated(seed) for seed in range(200))]:
        file.write_bytes(source.encode())
        done = subprocess.run(
            [php, "-n", "-d", "short_open_tag=0", "-l", file], capture_output=True, check=False, text=True
        )
        line = re.search(r"(?:Parse|Fatal) error: .* on line ([0-9]+)\n", done.stdout + done.stderr)
        told[source] = None if done.returncode == 0 else int(line[1])
    assert 40 < sum(line is None for line in told.values()) < len(told) - 40
    return told


def test_files_linted_together_come_out_as_alone(php, mutants):
    """A file is judged as `php -l` judges it alone, at the same line, whatever is linted beside it."""
    sources = list(mutants)
    for start in range(0, len(sources), 40):
        some = sources[start : start + 40]
        found = [mistake and mistake.line for mistake in lint(php, some, 60)]
        assert found == [mutants[source] for source in some]


def test_a_check_agrees_with_plain_php(check, mutants):
    """A file as the response, and as a code block: the check passes where `php -l` does, given a tag."""
    for source, line in list(mutants.items())[::4]:
        if "<?php" not in source:
            assert check(source, wrapper="none").reason.startswith("no PHP: no open tag")
            continue
        assert check(source, wrapper="none").passed is (line is None)
        outcome = check(f"Look:\n~~~~~php\n{source}\n~~~~~\n", wrapper="none")
        assert outcome.passed is (line is None)
        if line is not None:
            last = source.rstrip().count("\n") + 1
            assert outcome.details["mistakes"][0]["line"] == min(line, last) + 2
