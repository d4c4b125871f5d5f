"""Compile, prepare, score, combine, sign; and the dry run that validates."""
