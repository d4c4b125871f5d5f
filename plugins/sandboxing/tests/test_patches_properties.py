"""Properties: any diff applies, its reverse takes it back, and the habits of models change nothing."""

import difflib
import re

from hypothesis import assume, given
from hypothesis import strategies as st

from checkwright_sandboxing.patches.applying import apply_patch
from checkwright_sandboxing.patches.parsing import parse_patch
from checkwright_sandboxing.patches.patch import reverse
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import WorkFile

LINES = st.lists(
    st.sampled_from(["a", "b", "", " ", "\t", "-- x", "++ y", "@@ -1 +1 @@", "\\ z", "é", "--- a", "c c"]),
    max_size=12,
)
CRLF = st.lists(st.sampled_from(["a\n", "a\r\n", "\n", "\r\n", "b\r", "c\n"]), max_size=10).map("".join)
#: So that every line of a text stands there once, and no habit makes its place unclear.
UNIQUE = st.lists(st.sampled_from([f"line {number}" for number in range(30)]), unique=True, max_size=25)


def text_of(lines: list[str], *, ended: bool = True) -> str:
    return "\n".join(lines) + ("\n" if lines and ended else "")


TEXTS = st.builds(lambda lines, ended: text_of(lines, ended=ended), LINES, st.booleans())


def diff_of(old: str, new: str, *, context: int = 3) -> str:
    """Return the diff as tools write it."""
    lines = difflib.unified_diff(
        re.findall(r"[^\n]*\n|[^\n]+", old), re.findall(r"[^\n]*\n|[^\n]+", new), "a/x", "b/x", n=context
    )
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines
    )


def applied(old: str, diff: str, *, back: bool = False) -> str:
    patch = parse_patch(diff)
    after = apply_patch({"x": WorkFile(old.encode())}, reverse(patch) if back else patch)["x"]
    assert isinstance(after, WorkFile)
    return after.data.decode()


@given(old=TEXTS, new=TEXTS, context=st.integers(0, 3))
def test_a_diff_gives_the_second_text_and_its_reverse_the_first(old: str, new: str, context: int) -> None:
    """Whatever the lines look like: headers, markers, blanks."""
    assume(old != new)
    diff = diff_of(old, new, context=context)
    assert applied(old, diff) == new
    assert applied(new, diff, back=True) == old


@given(old=CRLF, new=CRLF, context=st.integers(1, 3))
def test_an_exact_diff_keeps_every_carriage_return(old: str, new: str, context: int) -> None:
    """Where the hunks name the lines with the ends that they have."""
    assume(old != new)
    assume(old)
    assume(new)
    diff = diff_of(old, new, context=context)
    assert applied(old, diff) == new
    assert applied(new, diff, back=True) == old


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str, str]:
    """Return a text, a diff with the habits of models, and what it gives."""
    old, new = draw(UNIQUE), draw(UNIQUE)
    # Blank lines between, which lose their blank; never at the end of a text.
    old_text, new_text = "\n\n".join(old) + "\n", "\n\n".join(new) + "\n"
    assume(old and new and old_text != new_text)
    diff = diff_of(old_text, new_text)
    hunks = re.findall(r"^@@ .*$", diff, re.MULTILINE)
    for header in hunks:
        habit = draw(st.sampled_from(["none", "counts", "numbers", "bare"]))
        count, start = draw(st.integers(0, 30)), draw(st.integers(1, 99))
        if habit == "counts":
            diff = diff.replace(header, re.sub(r",\d+", f",{count}", header))
        elif habit == "numbers":
            diff = diff.replace(header, re.sub(r"(?<=[-+])\d+", str(start), header))
        elif habit == "bare":
            diff = diff.replace(header, "@@")
    if draw(st.booleans()):
        diff = re.sub(r"^ $", "", diff, flags=re.MULTILINE)
    if draw(st.booleans()):
        diff = diff.replace("--- a/x\n+++ b/x", "--- x\t2024-01-01\n+++ x\t2024-01-02")
    if draw(st.booleans()):
        diff = f"Sure, here it is:\n\n{diff}"
    if draw(st.booleans()):
        diff = diff.replace("\n", "\r\n")
    if draw(st.booleans()):
        diff = diff.rstrip("\r\n")
    if draw(st.booleans()):
        old_text, new_text = old_text.replace("\n", "\r\n"), new_text.replace("\n", "\r\n")
    return old_text, diff, new_text


@given(damaged())
def test_the_habits_of_models_change_nothing(case: tuple[str, str, str]) -> None:
    """Counts, numbers, bare `@@`, blanks, prefixes, prose, CRLF and the last newline may be off."""
    old, diff, new = case
    assert applied(old, diff) == new


@given(
    st.lists(
        st.sampled_from(
            ["--- a/x\n", "+++ b/x\n", "--- /dev/null\n", "@@ -1 +1 @@\n", "@@\n", "-a\n", " a\n", "\n", "\r",
             "+a\n", "diff --git a/x b/x\n", "rename from x\n", "rename to y\n", "new file mode 100644\n",
             "\\\n", "-- \n", "text\n", "old mode 100644\n", '"', "\0", "\ud800"]
        ),
        max_size=20,
    ).map("".join)
)  # fmt: skip
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else is raised, and a reason is one clean line."""
    reason = "none"
    try:
        apply_patch({"x": WorkFile(b"a\nb\n")}, parse_patch(text))
    except PatchRefused as refused:
        reason = refused.reason
    assert reason
    assert reason.isprintable()
