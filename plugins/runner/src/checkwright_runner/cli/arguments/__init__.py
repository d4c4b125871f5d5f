"""What several commands take as arguments, and what these lead to."""
