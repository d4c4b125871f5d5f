"""`checkwright run`: a file of responses graded."""
