"""The wording of MedCalc-Bench's prompts, with the worked examples and formulas they may hold."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any, Literal

from kokushi_inspect.exam import KokushiError

Prompting = Literal["direct", "cot", "one_shot", "open_book"]
"""`direct`: the answer alone. `cot`: thinking step by step. `one_shot`: the same after a worked
example of the same calculator. `open_book`: the same with the calculator's formula or points."""

MedcalcLanguage = Literal["en", "ja"]

_PROMPTINGS: tuple[Prompting, ...] = ("direct", "cot", "one_shot", "open_book")


@dataclass(frozen=True, slots=True)
class MedcalcWording:
    """The wording in one language.

    Attributes:
        version: Name and version of the wording.
        sha256: Checksum of the wording, the examples and the formulas together.
        system: Templates of the system message, by prompting.
        tools: Template of what is added to it when there are tools.
        last_turn: What is said before the last turn with tools.
        examples: Worked examples by calculator id, as texts.
        formulas: Formulas or point tables by calculator id.
    """

    version: str
    sha256: str
    system: dict[str, str]
    tools: str
    last_turn: str
    examples: dict[int, dict[str, str]]
    formulas: dict[int, str]


@cache
def load_medcalc_wording(language: MedcalcLanguage = "en") -> MedcalcWording:
    """The built-in wording.

    Raises:
        KokushiError: There is none in that language.
    """
    if language not in ("en", "ja"):
        raise KokushiError(f"language='{language}'", expected="'en' or 'ja'")
    package = files("kokushi_inspect")
    sources = package / "sources"
    contents = [
        (package / "prompts" / f"medcalc_{language}.toml").read_bytes(),
        (sources / "practice" / "medcalc" / "one_shot.toml").read_bytes(),
        (sources / "medcalc" / "formulas.toml").read_bytes(),
    ]
    wording, examples, formulas = (tomllib.loads(c.decode("utf-8")) for c in contents)
    return MedcalcWording(
        version=wording["version"],
        sha256=sha256(b"".join(contents)).hexdigest(),
        system={name: wording[f"system_{name}"].strip() for name in _PROMPTINGS},
        tools=wording["tools"].strip(),
        last_turn=wording["last_turn"].strip(),
        examples={int(id): _example(example) for id, example in examples.items()},
        formulas={int(id): entry["formula"].strip() for id, entry in formulas.items()},
    )


def medcalc_system_message(
    wording: MedcalcWording, prompting: Prompting, calculator: int, *, turns: int | None = None
) -> str:
    """The system message for one row.

    Args:
        wording: The wording.
        prompting: What the examinee is given beside the rules.
        calculator: The row's "Calculator ID".
        turns: With tools, how many turns there are at most; None without tools.
    """
    template = Template(wording.system[prompting])
    if prompting == "one_shot":
        message = template.substitute(wording.examples[calculator])
    elif prompting == "open_book":
        message = template.substitute(formula=wording.formulas[calculator])
    else:
        message = template.substitute()
    if turns is None:
        return message
    return f"{message}\n\n{Template(wording.tools).substitute(turns=turns)}"


def check_prompting(prompting: str, allowed: tuple[Prompting, ...] = _PROMPTINGS) -> None:
    """Refuse a prompting that there is not.

    Raises:
        KokushiError: It is none of those allowed.
    """
    if prompting not in allowed:
        listed = " or ".join(f"'{name}'" for name in allowed)
        raise KokushiError(f"prompting='{prompting}'", expected=listed)


def describe_medcalc_wording(prompting: Prompting, language: MedcalcLanguage) -> dict[str, str]:
    """Name and checksum of the wording, for the log."""
    check_prompting(prompting)
    wording = load_medcalc_wording(language)
    return {"version": wording.version, "sha256": wording.sha256, "prompting": prompting}


def _example(example: dict[str, Any]) -> dict[str, str]:
    """A worked example as the template's values; its reply ends with the JSON answer."""
    answer = json.dumps({"answer": example["answer"]}, ensure_ascii=False)
    return {
        "example_note": example["note"].strip(),
        "example_question": example["question"].strip(),
        "example_answer": f"{example['reasoning'].strip()}\n{answer}",
    }
