"""How a reply to a calculation is read: its characters, its answers, its values."""
