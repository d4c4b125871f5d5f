"""The role `judge`: its stand-in for kinds, and the laws of its providers."""
