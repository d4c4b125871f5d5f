"""What a run tells besides its verdict lines."""
