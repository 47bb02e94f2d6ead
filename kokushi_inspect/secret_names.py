"""Tells by its name whether a setting may hold a key, so that its value is not shown."""

_WORDS = ("key", "token", "secret", "passw", "auth", "credential", "header")
_COUNTS = ("max_tokens", "reasoning_tokens", "token_limit", "cache_prompt")
"""Settings with one of the words that hold numbers or switches."""


def may_be_secret(name: str) -> bool:
    """Whether a value of this name is better hidden: rather one too many than a key shown."""
    lowered = name.lower()
    return lowered not in _COUNTS and any(word in lowered for word in _WORDS)
