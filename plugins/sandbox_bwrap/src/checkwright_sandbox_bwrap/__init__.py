"""Commands apart from the host by bubblewrap, on Linux."""
