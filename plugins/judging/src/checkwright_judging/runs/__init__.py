"""What a run is given to ask judges with: the desk, its options, and what is told of it."""
