"""The laws of sandboxes: functions of what is tested, each of which says its law in its docstring."""
