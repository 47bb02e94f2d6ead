"""Fills the wording of a prompt from the question that is asked."""

import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any, Literal

from kokushi_inspect.exam import KokushiError, Place, Question
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.settings_file import read_text

Language = Literal["ja", "en"]

_PLACEHOLDERS = ("role", "exam", "labels", "format")


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of an answer sheet.

    Attributes:
        language: Language of the wording.
        version: Name and version of the wording, or the name of the user's file.
        sha256: Checksum of the file.
        system: Template of the system message.
        labels: Sentences on how options are named, by label style.
        format: Sentences on what is to be answered, by kind.
    """

    language: Language
    version: str
    sha256: str
    system: str
    labels: dict[str, str]
    format: dict[str, str]


@cache
def load_wording(prompt: str | None = None, language: Language = "ja") -> Wording:
    """The built-in wording, with the system message replaced by a user's file when one is named.

    Args:
        prompt: A text file with the system message.
        language: Language of the built-in wording.

    Raises:
        KokushiError: The file is missing or has a placeholder that is not known.
    """
    content = (files("kokushi_inspect") / "prompts" / f"answer_sheet_{language}.toml").read_bytes()
    table: dict[str, Any] = tomllib.loads(content.decode("utf-8"))
    version, system = table["version"], table["system"]
    if prompt is not None:
        file = user_path(prompt)
        if not file.is_file():
            raise KokushiError(
                "there is no prompt file",
                place=Place(str(file)),
                fix="give the path of a text file with -T prompt=FILE",
            )
        try:
            version, system = file.name, read_text(file)
        except ValueError as error:
            raise KokushiError(
                str(error), place=Place(str(file)), expected="a short text in UTF-8"
            ) from error
        content = file.read_bytes()
        _check(system, str(file))
    return Wording(
        language=language,
        version=version,
        sha256=sha256(content).hexdigest(),
        system=system.strip(),
        labels=table["labels"],
        format=table["format"],
    )


def describe_wording(prompt: str | None, language: Language = "ja") -> dict[str, str]:
    """Name and checksum of the wording, for the log."""
    wording = load_wording(prompt, language)
    return {"version": wording.version, "sha256": wording.sha256}


def _check(system: str, file: str) -> None:
    template = Template(system)
    unknown = sorted(set(template.get_identifiers()) - set(_PLACEHOLDERS))
    if unknown or not template.is_valid():
        raise KokushiError(
            f"'${unknown[0]}' is no placeholder" if unknown else "a '$' without a placeholder",
            place=Place(file),
            expected=", ".join(f"${name}" for name in _PLACEHOLDERS) + "; write $$ for a plain $",
        )


def system_message(question: Question, wording: Wording) -> str:
    """The system message for one question: role, exam, label style, answer format."""
    rules = load_rules(question.profession)
    return Template(wording.system).substitute(
        role=rules.name_ja if wording.language == "ja" else rules.name_en,
        exam=rules.exam_ja if wording.language == "ja" else rules.exam_en,
        labels=_label_sentence(question, wording),
        format=_format_sentence(question, wording),
    )


def _label_sentence(question: Question, wording: Wording) -> str:
    if question.kind in ("numeric", "fill_in"):
        return wording.labels["none"]
    labels = question.labels
    if all(len(label) == 1 and label.isascii() and label.isalpha() for label in labels):
        style = "letters"
    elif all(label.isdecimal() for label in labels):
        style = "digits"
    else:
        style = "other"
    return Template(wording.labels[style]).substitute(example=labels[0].upper())


def _format_sentence(question: Question, wording: Wording) -> str:
    labels = [label.upper() for label in question.labels]
    boxes = question.boxes
    name: str = question.kind
    if question.kind == "multiple" and question.select is None:
        name = "all_that_apply"
    if question.kind == "numeric" and boxes is not None:
        name = "numeric_decimals" if boxes.decimals else "numeric_boxes"
    return Template(wording.format[name]).substitute(
        select=question.select or "",
        pair="".join([*labels[:1], *labels[2:3]]),
        order="".join(reversed(labels)),
        digits=boxes.digits if boxes else "",
        decimals=boxes.decimals if boxes else "",
    )
