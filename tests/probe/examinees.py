"""Models that behave in every way that a probe must tell apart, for a local server."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from threading import Lock

from seeing import read_digits
from servers.exchange import Answer, Call, Fault, Said, Script, SentRequest

LONG = "まず病態を整理する。" * 20
_PAIR = re.compile(r"(\d{4,5}) × (\d{4,5})")


def _questions() -> dict[str, str]:
    """The answers to the questions that need no figure, by their text."""
    found = {}
    for language in ("ja", "en"):
        text = (files("kokushi_inspect.probe") / f"questions_{language}.toml").read_text("utf-8")
        for row in tomllib.loads(text).values():
            if "answer" in row:
                found[row["text"].strip()] = "".join(row["answer"]).upper()
    return found


KEYS = _questions()


def good(request: SentRequest) -> Said:
    """Knows all answers, sees figures, calls tools."""
    asked = "\n".join(request.texts)
    if pair := _PAIR.search(asked):
        return _with_tool(request, pair)
    if request.images:
        return Answer("".join(read_digits(image.content) for image in request.images))
    known = [answer for text, answer in KEYS.items() if text in asked]
    return Answer(known[0] if known else "図が見えないため、回答できません。")


def _with_tool(request: SentRequest, pair: re.Match[str]) -> Said:
    if request.results:
        (result,) = request.results[0].content
        number = str(result)
        return Answer(f"{int(number):,}" if number.isdecimal() else "計算できませんでした。")
    if not request.body.get("tools"):
        raise LookupError("no tool is offered")
    return Answer(None, calls=(Call("calculator", {"expression": f"{pair[1]} * {pair[2]}"}),))


def _text(said: Said) -> str:
    return (said.text or "") if isinstance(said, Answer) else ""


def blind(request: SentRequest) -> Said:
    """Takes images and ignores them."""
    return Answer("1000") if request.images else good(request)


def refuses_images(request: SentRequest) -> Said:
    return Fault(400, "this model does not take image input") if request.images else good(request)


def takes_one_image(request: SentRequest) -> Said:
    if len(request.images) > 1:
        return Fault(400, "At most 1 image(s) may be provided in one prompt.")
    return good(request)


def sees_last_image(request: SentRequest) -> Said:
    return Answer(read_digits(request.images[-1].content)) if request.images else good(request)


def swaps_images(request: SentRequest) -> Said:
    if not request.images:
        return good(request)
    return Answer("".join(read_digits(image.content) for image in reversed(request.images)))


def misreads_a_digit(request: SentRequest) -> Said:
    said = good(request)
    return Answer(_text(said)[:3] + "0") if len(request.images) == 1 else said


def reasons_apart(request: SentRequest) -> Said:
    said = good(request)
    return Answer(said.text, "考える。", calls=said.calls) if isinstance(said, Answer) else said


def thinks_in_tags(request: SentRequest) -> Said:
    said = good(request)
    return said if _calls(said) else Answer(f"<thinking>{LONG}</thinking>{_text(said)}")


def thinks_aloud(request: SentRequest) -> Said:
    """Writes its thoughts without tags, and answers on the last line."""
    said = good(request)
    return said if _calls(said) else Answer(f"{LONG}\n答え：{_text(said)}")


def thinks_without_end(request: SentRequest) -> Said:
    """Writes its thoughts without tags, and never comes to an answer."""
    return Answer(LONG)


def answers_in_reasoning(request: SentRequest) -> Said:
    said = good(request)
    return said if _calls(said) else Answer(None, _text(said))


def says_nothing(request: SentRequest) -> Said:
    return Answer("")


def is_cut_off(request: SentRequest) -> Said:
    """Thinks until the limit of tokens ends it."""
    return Answer(None, LONG, "length")


def is_cut_off_when_it_thinks(request: SentRequest) -> Said:
    if any(text.strip().startswith("体重64 kg") for text in request.texts):
        return Answer(LONG, stop="length")
    return good(request)


def is_always_cut_off(request: SentRequest) -> Said:
    """Says something that an examiner could read as an answer, and is cut off."""
    return Answer("答え：b", stop="length")


def answers_only_once(request: SentRequest) -> Said:
    """Answers the first question, which is short, and refuses all others."""
    said = good(request)
    return said if _text(said) == "B" else Fault(400, "maximum context length is 512 tokens")


def refuses_images_for_their_length(request: SentRequest) -> Said:
    said = Fault(400, "maximum context length is 512 tokens")
    return said if request.images else good(request)


def is_cut_off_and_silent_later(request: SentRequest) -> Said:
    """Answers the first question; later replies have no text, or are cut off with tools."""
    said = good(request)
    if request.body.get("tools"):
        return Answer(None, LONG, "length")
    return said if _text(said) == "B" else Answer("")


def is_filtered(request: SentRequest) -> Said:
    return Answer("", stop="refusal")


def refuses_tools(request: SentRequest) -> Said:
    if request.body.get("tools"):
        return Fault(400, '"auto" tool choice requires --enable-auto-tool-choice')
    return good(request)


def ignores_tools(request: SentRequest) -> Said:
    return Answer("12345678") if request.body.get("tools") else good(request)


def writes_calls(request: SentRequest) -> Said:
    """Calls the tool in a way that its server does not parse."""
    if request.body.get("tools"):
        return Answer('<tool_call>{"name": "calculator"}</tool_call>')
    return good(request)


def forgets_results(request: SentRequest) -> Said:
    return Answer("わかりません。") if request.results else good(request)


def breaks_calls(request: SentRequest) -> Said:
    if request.body.get("tools") and not request.results:
        return Answer(None, calls=(Call("calculator", {"formula": 1}),))
    return good(request)


def declines(request: SentRequest) -> Said:
    return Answer("医療に関する質問にはお答えできません。")


def chooses_one(request: SentRequest) -> Said:
    said = good(request)
    return Answer("A") if _text(said) == "AC" else said


def guesses_wrong(request: SentRequest) -> Said:
    said = good(request)
    return Answer("E") if _text(said) == "B" else said


def varying(answers: tuple[str, ...]) -> Script:
    """A model whose answers to one question go round."""
    count: Counter[str] = Counter()
    lock = Lock()

    def script(request: SentRequest) -> Said:
        said = good(request)
        if _text(said) != "100.8":
            return said
        with lock:
            count["asked"] += 1
            return Answer(answers[count["asked"] % len(answers)])

    return script


def failing(status: int, message: str) -> Callable[[SentRequest], Said]:
    """A provider that answers every request with an error."""
    return lambda request: Fault(status, message)


def _calls(said: Said) -> bool:
    return isinstance(said, Answer) and bool(said.calls)
