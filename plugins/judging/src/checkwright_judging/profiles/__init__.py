"""How judges are reached: profiles, the file of them, and keys that stand elsewhere."""
