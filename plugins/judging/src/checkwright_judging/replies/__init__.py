"""What a judge replied: one object with a score, or why it is none."""
