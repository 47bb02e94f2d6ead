"""The wording of the variants: what an examinee is told beyond the answer sheet."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from inspect_ai.solver import TaskState

from kokushi_inspect.exam import KokushiError, Question
from solvers.prompt import Language, Wording, load_wording, system_message

WORDING = "wording"
"""Key in a sample's store for the wordings that were used: checksum by name and version."""


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of a variant.

    Attributes:
        version: Name and version of the wording.
        sha256: Checksum of its file.
        texts: Its texts by name; some are templates.
    """

    version: str
    sha256: str
    texts: Mapping[str, str]

    def fill(self, name: str, **values: object) -> str:
        """The text of that name with its placeholders filled."""
        return Template(self.texts[name]).substitute(values)


@cache
def load_words(variant: str, language: Language) -> Words:
    """The built-in wording of a variant.

    Args:
        variant: Name of the variant, as in `prompts/VARIANT_LANGUAGE.toml`.
        language: `ja` or `en`.

    Raises:
        KokushiError: There is no wording in that language.
    """
    if language not in ("ja", "en"):
        raise KokushiError(f"language='{language}'", expected="'ja' or 'en'")
    content = (files("kokushi_inspect") / "prompts" / f"{variant}_{language}.toml").read_bytes()
    table = tomllib.loads(content.decode("utf-8"))
    version = table.pop("version")
    texts = {name: text.strip() for name, text in table.items()}
    return Words(version, sha256(content).hexdigest(), texts)


def load_thinking(prompt: str | None, language: Language) -> Wording:
    """The wording that asks for thoughts first and the answer on the last line.

    Args:
        prompt: A text file that replaces it, None for the built-in one.
        language: `ja` or `en`.
    """
    words = load_words("reason", language)
    sheet = load_wording(prompt, language)
    if prompt is not None:
        return sheet
    return replace(sheet, version=words.version, sha256=words.sha256, system=words.texts["system"])


def address(question: Question, sheet: Wording, template: str) -> str:
    """A template filled for a question as the system message of the answer sheet is.

    Args:
        question: The question; it says $role, $exam, $labels and $format.
        sheet: The wording of the answer sheet, for the sentences on labels and format.
        template: The text to fill.
    """
    return system_message(question, replace(sheet, system=template))


def record_wording(state: TaskState, *used: Words | Wording) -> None:
    """Record in the log which wordings a sample was asked with."""
    state.store.set(WORDING, {each.version: each.sha256 for each in used})
