"""What the modules of the runner use of each other."""

from module_names import not_public

import checkwright_runner


def test_a_name_that_another_module_uses_is_public_in_its_own():
    """What crosses a module stands in its `__all__`, and so has no underscore."""
    assert not_public(checkwright_runner) == []
