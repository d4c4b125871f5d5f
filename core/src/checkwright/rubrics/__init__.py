"""A document into a Rubric, or every mistake of it; the criteria text of one."""
