"""Which row a request to end the run is of."""

import sys
import threading

from checkwright_runner.run.stop_requests import StopRequests


def in_another_thread(function, *arguments):
    thread = threading.Thread(target=function, args=arguments)
    thread.start()
    thread.join()


def test_a_request_is_of_the_row_that_its_thread_is_at():
    """The first reason for a row stays, as one clean line, and the first row of all decides."""
    stops = StopRequests()
    assert (stops.first, stops.reason) == (sys.maxsize, None)
    with stops.at(7):
        stops("no\nmoney")
        stops("again")
    with stops.at(3):
        stops("enough")
    assert stops.asked == {7: "no money", 3: "enough"}
    assert (stops.first, stops.reason) == (3, "enough")


def test_one_of_an_unknown_thread_is_of_the_first_row_that_is_under_way():
    """Whichever row it is of, that one is not written either."""
    stops = StopRequests()
    with stops.at(5):

        def other():
            with stops.at(4):
                in_another_thread(stops, "enough")

        in_another_thread(other)
    assert stops.asked == {4: "enough"}


def test_one_beside_all_rows_is_of_the_next():
    """Such as one while rubrics are compiled."""
    stops = StopRequests()
    with stops.at(5):
        pass
    stops("enough")
    assert (stops.first, stops.reason) == (0, "enough")
