"""Broken kinds and engines, one for each law: who tests the laws."""
