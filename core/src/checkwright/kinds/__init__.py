"""Registration: kinds found, vetted, collected, merged into one schema."""
