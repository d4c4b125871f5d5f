"""JSON Schema work that knows no kind: fragments, a validator, errors into sentences."""
