"""The laws of judges: functions of what is tested, each of which says its law in its docstring."""
