"""What is special about example.word_limit."""

from checkwright import Case, Evidence, Toolbox

from example_word_limit import KIND
from example_word_limit.executor import prepare


def test_the_evidence_is_the_first_word_too_many() -> None:
    """The span points at the word with which the limit was passed."""
    spec = KIND.spec(kind="example.word_limit", max_words=2)
    case = Case("one  two three four")
    outcome = prepare(spec, Toolbox())(case)
    assert outcome.locate is not None
    assert outcome.locate(case) == (Evidence.span(case.text, 9, 14),)
