"""Roles: stand-ins for kinds, and laws for providers; each where the owner of the role is installed."""
