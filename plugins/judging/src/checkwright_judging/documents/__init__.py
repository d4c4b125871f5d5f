"""What authors write of judges: definitions with a scale, prompts, and where these are looked up."""
