"""Where the rows of MedCalc-Bench come from, and how they become samples."""
