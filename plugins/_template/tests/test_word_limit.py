"""What is special about example.word_limit."""

from checkwright import Case, Evidence, Toolbox
from checkwright_example_word_limit import KIND


def test_the_evidence_is_the_first_word_too_many():
    """The span points at the word with which the limit was passed."""
    execute = KIND.prepare(KIND.spec(kind="example.word_limit", max_words=2), Toolbox())
    case = Case("one  two three four")
    assert execute(case).locate(case) == (Evidence("span", (9, 14), "three"),)
