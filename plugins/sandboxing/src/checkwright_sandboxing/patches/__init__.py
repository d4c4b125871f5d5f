"""Unified diffs: found in replies, read with the habits of models forgiven, applied in memory, reversed."""
