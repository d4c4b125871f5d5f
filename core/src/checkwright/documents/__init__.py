"""YAML or JSON text into data, each value with its place."""
