"""A document into a Dataset of questions, or every mistake of it."""
