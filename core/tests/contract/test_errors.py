"""The exceptions of the package."""

import pytest

from checkwright import CheckError


def test_several_mistakes_are_one_error():
    """The first one's message and place, with the others behind it in their order."""
    mistakes = [
        CheckError("is open", ("patterns", 0)),
        CheckError("is empty", ("patterns", 2)),
        CheckError("is late"),
    ]
    error = CheckError.of(mistakes)
    assert (error.message, error.path, error.others) == ("is open", ("patterns", 0), tuple(mistakes[1:]))
    assert CheckError.of(mistakes[2:]).others == ()
    with pytest.raises(ValueError, match="unpack"):
        CheckError.of([])
