"""kokushi-inspect: Japan's national healthcare licensing exams as Inspect AI tasks."""

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "dentistry",
    "medcalc",
    "medicine",
    "midwifery",
    "nursing",
    "occupational_therapy",
    "optometry",
    "pharmacy",
    "physical_therapy",
    "public_health_nursing",
    "radiologic_technology",
]
"""The version and the task files: modules with one task each, which has the name of its module."""
