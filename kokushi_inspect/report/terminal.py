"""Prints what the commands say: names, readings and errors in it are other people's."""

import json
import re
from typing import Any

import click

from kokushi_inspect.exam.visible import visible

_ACTIVE = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff]"
)
"""Characters that JSON leaves as they are and a terminal acts on, or that cannot be written."""


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text in which nothing can move the cursor, colour or hide what stands around it."""
    click.echo(visible(text), err=err, nl=nl)


def json_text(value: Any, indent: int | None = 2) -> str:
    """A value as JSON that a terminal only prints; a reader of the JSON gets the value itself."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _ACTIVE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
