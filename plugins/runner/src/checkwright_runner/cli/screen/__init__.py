"""What a person sees: lines, tables, marks, streams."""
