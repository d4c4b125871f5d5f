"""Stays in a guest house: from the day of arrival to the day of leaving."""


def overlaps(first, second):
    """Tell whether two stays share a night; the day of leaving is free for the next guest.

    Each: (arrival, leaving), days as numbers.
    """
    return first[0] < second[1] and second[0] < first[1]


def nights(stays):
    """Count the nights that are taken by any of the stays."""
    return len({day for arrival, leaving in stays for day in range(arrival, leaving)})
