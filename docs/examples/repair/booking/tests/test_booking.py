import unittest

from booking import nights, overlaps


class TestOverlaps(unittest.TestCase):
    def test_one_inside_the_other(self):
        self.assertTrue(overlaps((1, 9), (3, 4)))

    def test_apart(self):
        self.assertFalse(overlaps((1, 3), (5, 9)))

    def test_leaving_when_the_next_arrives(self):
        self.assertFalse(overlaps((1, 3), (3, 5)))

    def test_arriving_when_the_other_leaves(self):
        self.assertFalse(overlaps((3, 5), (1, 3)))


class TestNights(unittest.TestCase):
    def test_a_night_counts_once(self):
        self.assertEqual(nights([(1, 3), (2, 4)]), 3)
