"""The batch run and the command line of Checkwright: responses in, verdicts out."""
