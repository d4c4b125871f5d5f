"""Mutants: kinds and engines with one fault each, by which the laws are tested."""
