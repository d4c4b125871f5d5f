"""The details of commands that differ from call to call."""

__all__ = ["VARIES"]

#: For `Kind.varies` of kinds whose details are made by `telling.details_of`.
VARIES = frozenset({"seconds", "peak_memory_mb"})
