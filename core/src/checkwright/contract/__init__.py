"""What a kind of check is and returns, and what it may ask for."""
