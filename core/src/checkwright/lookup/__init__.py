"""What references lead to: rubrics and schemas in folders."""
