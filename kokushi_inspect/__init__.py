"""kokushi-inspect: Japan's national healthcare licensing exams as Inspect AI tasks."""

__version__ = "0.1.0"
