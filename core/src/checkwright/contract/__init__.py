"""What a kind of check is and gives, and what it may ask for."""
