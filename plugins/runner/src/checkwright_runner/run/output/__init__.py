"""The output of a run: it appears whole, can be resumed, and has one writer."""
