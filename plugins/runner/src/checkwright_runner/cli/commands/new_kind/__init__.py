"""`checkwright new-kind`: a ready package for a kind of check."""
