"""Where questions and rules come from, and how they become samples."""
