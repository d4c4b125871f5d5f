"""The command line: arguments, commands, what they show and what they write."""
