"""What sandboxes are: the role, what a session is given and gives, and what checks that use one share."""
