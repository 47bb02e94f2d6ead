"""The preflight: a handful of probe questions, before money is spent on an exam."""
