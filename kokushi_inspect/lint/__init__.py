"""Finds what is wrong or odd in a source of questions before a run is paid for."""
