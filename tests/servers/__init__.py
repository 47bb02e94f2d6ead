"""Local servers that stand in for model providers: they answer from a script and keep a record."""
