"""Kind custom_rubric: a judge grades a reply by a criterion and a scale of 1 to 5."""
