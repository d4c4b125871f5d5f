"""The batch run: responses in, verdicts out, by workers that can be lost."""
