"""The bound of a check's work: how many places of a response it looks at closely."""

__all__ = ["MOST_PLACES", "Budget", "MatchLimitError"]

#: Places with the digits or letters of a fact that one check looks at.
MOST_PLACES = 250_000


class MatchLimitError(Exception):
    """A response holds so many places that resemble the facts that not all of them were looked at."""


class Budget:
    """The places that a check may still look at."""

    __slots__ = ("_digits", "left")

    def __init__(self) -> None:
        self.left = MOST_PLACES
        self._digits: set[str] = set()

    def spend(self, places: int, digits: str = "") -> None:
        """Count places that were looked at, for the same digits only once.

        Raises:
            MatchLimitError: the check has looked at more places than it may.
        """
        if digits:
            if digits in self._digits:
                return
            self._digits.add(digits)
        self.left -= places
        if self.left < 0:
            raise MatchLimitError
