"""Where checks and cases come from: the schema, a mix of replies, neighbours of the examples."""
