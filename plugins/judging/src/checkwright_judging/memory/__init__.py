"""Remember what judges replied, so that nothing is asked, or paid for, twice."""
