"""The details of judgements that differ from call to call."""

__all__ = ["VARIES"]

#: For `Kind.varies` of kinds whose details are made by `telling.spent_details`.
VARIES = frozenset({"latency_ms", "attempts", "usage", "cost", "cached", "judges", "response_model"})
