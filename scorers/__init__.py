"""How the examiner works: reading, marking, pass and fail, and the paper's own rules."""
