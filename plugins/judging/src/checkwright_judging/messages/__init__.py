"""What a judge is told of a case: fields between markers, and the two messages."""
