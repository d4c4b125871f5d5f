"""Sources of checks and cases: drawn from the schema, written replies, and edited examples."""
