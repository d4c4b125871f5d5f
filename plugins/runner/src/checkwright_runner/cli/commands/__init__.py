"""The commands, a module or a folder each."""
