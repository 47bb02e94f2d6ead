"""The text of a reply without hidden reasoning and without typography.

`strip_reasoning` finds what a reader was meant to see; `tidy` folds the many ways to write the
same thing (full-width forms, circled digits, Markdown, LaTeX, HTML) into plain lines. Every
pattern is linear: no nested quantifier, every repetition bounded or over one class of characters.
"""

import re
import unicodedata
from dataclasses import dataclass

REASONING_TAGS = (
    "think|thinking|thought|thoughts|reasoning|reasoning_content|reason|reflection|scratchpad"
    "|analysis|inner_monologue|internal|cot|rationale_hidden|seed:think|antml:thinking|思考|推論"
)
"""Names of tags whose content a reader never sees."""

_TOKEN = re.compile(
    r"<\|channel\|>\s?(?P<channel>[a-z]*)"
    r"(?:(?:\s?to=[^<>\n]{0,60})?(?:\s?<\|constrain\|>\s?[a-z]{0,20})?\s?<\|message\|>)?"
    r"|<\|start\|>\s?(?P<role>[a-z]*)"
    r"|<\|(?P<harmony>message|end|return|call)\|>"
    rf"|<(?P<close>/?)\s?(?:{REASONING_TAGS})(?:\s[^<>\n]{{0,80}})?>"
    r"|[◁\[](?P<mark_close>/?)think(?:ing)?[▷\]]"
    r"|<\|(?P<edge>/|begin|start|end)?_?(?:of_)?(?:thought|think|thinking|reasoning)\|>"
    r"|<unused(?P<unused>9[45])>",
    re.IGNORECASE,
)
_JOINED_HARMONY = re.compile(r"assistant\s?final(?:\s?message)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Visible:
    """What remains of a text without its hidden reasoning.

    Attributes:
        text: What a reader was meant to see.
        unclosed: The text ends inside reasoning.
    """

    text: str
    unclosed: bool = False


class _Reader:
    """Follows the reasoning marks of one text and collects what stands outside them."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.hidden = False
        self.closed = False

    def text(self, piece: str) -> None:
        if not self.hidden:
            self.seen.append(piece)

    def open(self) -> None:
        self.hidden = True

    def close(self, rest: str) -> None:
        # A closing mark alone ends reasoning whose opening mark was lost. A second one at the very
        # end, after reasoning that was closed properly, is a slip of the pen.
        slip = self.closed and not rest.strip() and "".join(self.seen).strip()
        if not self.hidden and not slip:
            self.seen.clear()
        self.hidden = False
        self.closed = True

    def harmony(self, match: re.Match[str]) -> None:
        """Follow the channels of the Harmony format: only the last `final` one is seen."""
        if match["channel"] is not None:
            self.hidden = match["channel"].lower() not in ("final", "")
            if not self.hidden:
                self.seen.clear()
        elif match["role"] is not None:
            self.hidden = False
            self.seen.append("\n" if match["role"].lower() == "assistant" else "\nuser\n")
        elif match["harmony"] != "message":
            self.hidden = False


def strip_reasoning(text: str) -> Visible:
    """Remove hidden reasoning: tags, thought tokens and channels, with either end lost.

    Text before a lone closing mark is reasoning; an opening mark that is never closed hides the
    rest. Expects text after NFKC.
    """
    if text.lstrip()[:17].lower().removeprefix("assistant").startswith("analysis") and (
        joined := [*_JOINED_HARMONY.finditer(text)]
    ):
        text = text[joined[-1].end() :]  # Harmony whose special tokens were dropped
    reader = _Reader()
    at = 0
    for match in _TOKEN.finditer(text):
        reader.text(text[at : match.start()])
        at = match.end()
        closing = match["close"] or match["mark_close"]
        edge = (match["edge"] or "").lower()
        if match["channel"] is not None or match["role"] is not None or match["harmony"]:
            reader.harmony(match)
        elif closing or edge in ("end", "/") or match["unused"] == "95":
            reader.close(text[at : at + 200])
        else:
            reader.open()
    reader.text(text[at:])
    return Visible("".join(reader.seen), reader.hidden)


_DINGBATS = {chr(first + n): f"⟦{n + 1}⟧" for first in (0x2776, 0x2780, 0x278A) for n in range(10)}
_CIRCLED = {chr(0x2460 + n): f"⟦{n + 1}⟧" for n in range(20)} | {"⓪": "⟦0⟧"} | _DINGBATS
_SUPERSCRIPTS = {c: f"^{n}" for n, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "^-", "⁺": "^+"}
_BEFORE_NFKC = (
    _CIRCLED
    | _SUPERSCRIPTS
    | {"㎡": "m^2", "㎥": "m^3", "㎠": "cm^2", "㎤": "cm^3", "㎟": "mm^2", "㎣": "mm^3"}
    | {chr(0x1F170 + n): chr(65 + n) for n in range(26)}
    | {chr(0x1F150 + n): chr(65 + n) for n in range(26)}
)
"""Forms whose meaning NFKC would lose: circled digits (⟦1⟧), superscripts (^2)."""

_AFTER_NFKC = (
    dict.fromkeys("‐‑‒–—―−﹣⁻─━", "-")
    | dict.fromkeys("✅✔☑✓⭕◯〇◎", "○")
    | dict.fromkeys("❌✖✗✘☓✕", "×")
    | dict.fromkeys("\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", "\n")
    | dict.fromkeys("“”„‟″", '"')
    | dict.fromkeys("‘’‚′", "'")
    | {"⁄": "/", "∕": "/", "⟶": "→", "➡": "→", "➔": "→", "➜": "→", "☞": "→", "👉": "→"}
    | {"∼": "~", "〜": "~", "∶": ":"}
)
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3\x00-\x08\x0e-\x1b\x1f\x7f]+"
)
_EMOJI = re.compile(
    r"[\U0001f000-\U0001faff\u2600-\u2704\u2706-\u2712\u2716-\u2719\u271a-\u2775\u2b00-\u2bff]+"
)


_BEFORE = re.compile(f"[{re.escape(''.join(_BEFORE_NFKC))}]")
_AFTER = re.compile(f"[{re.escape(''.join(_AFTER_NFKC))}]")


_MARK_RUN = re.compile(
    r"([\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff"
    r"\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]{4})[\u0300-\u036f\u0591-\u05c7\u0610-\u061a"
    r"\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]+"
)
"""Long runs of combining marks: sorting them makes NFKC quadratic. Four are kept."""


MAX_READ = 1_000_000
"""Longest reply that is read whole, in characters: more than any model's limit of tokens gives."""


_TERMINAL = re.compile(
    r"(?:\x1b\[|\x9b)[=>?]?[0-9:;]{0,30}+[ !\"$']?[@-~]"
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]{0,300}+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b(?:\([0B](?!\))|[78=>])|[\U000e0000-\U000e0fff]+"
)
"""Codes for a terminal (colours, links), and tag characters: a reader sees none of them."""


def received(text: str) -> str:
    """A reply as it is read: without codes for terminals, and without the middle of a huge one.

    Bounding the length bounds time and memory whatever the reply holds.
    """
    text = text.strip()
    if len(text) > MAX_READ:
        text = f"{text[: MAX_READ // 2]}\n{text[-MAX_READ // 2 :]}"
    return _TERMINAL.sub("", text)


def fold(text: str) -> str:
    """One form for every character: NFKC, one dash, one newline, no invisible characters."""
    folded = _BEFORE.sub(lambda found: _BEFORE_NFKC[found[0]], text)
    folded = _MARK_RUN.sub(r"\1", folded)
    folded = unicodedata.normalize("NFKC", folded)
    return _INVISIBLE.sub("", _AFTER.sub(lambda found: _AFTER_NFKC[found[0]], folded))


_WRAPPER = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|rm|bf|operatorname|underline"
    r"|displaystyle|large|Large)\b\s?\{([^{}]*)\}"
)
_BOXED = re.compile(r"\\(?:boxed|fbox)\s?\{([^{}\n]*)\}?")
_BOX_CHAIN = re.compile(r"\}\$?\s{0,3}(?:,|、|and|と|&|・)?\s{0,3}\$?\\(?:boxed|fbox)\s?\{")
_FRACTION = re.compile(r"\\[dt]?frac\s?\{([^{}\n]{1,60})\}\s?\{([^{}\n]{1,60})\}")
_POWER = re.compile(r"\^\s?\{\s?([-+]?\d{1,4})\s?\}")
_COMMANDS = {
    "times": "×", "cdot": "×", "div": "÷", "approx": "≈", "simeq": "≈", "fallingdotseq": "≒",
    "rightarrow": "→", "to": "→", "Rightarrow": "⇒", "longrightarrow": "→", "%": "%",
    "quad": " ", "qquad": " ", "circ": "○", "checkmark": "○", "therefore": "", "pm": "±",
    "sim": "~", "left": "", "right": "",
}  # fmt: skip
_ESCAPED_NEWLINE = re.compile(r"\\n(?!abla|eq|eg|ot|u\b|i\b)")
_COMMAND = re.compile(r"\\([A-Za-z]{1,15}|[^A-Za-z\n])")
_HTML_BREAK = re.compile(r"</?(?:br|p|li|div|tr|ul|ol|h[1-6])\b[^<>\n]{0,80}>", re.IGNORECASE)
_ANSWER_TAG = re.compile(
    r"<(/?)(?:final_?|selected_?)?(answer|ans|choice|option|回答|解答|答え|output|response|result)>",
    re.IGNORECASE,
)
_HTML_TAG = re.compile(r"</?[a-z][a-z0-9_:-]{0,30}(?:\s[^<>\n]{0,120})?/?>", re.IGNORECASE)
_ANSWER_TAGS = re.compile(r"(?<=<answer>)[^<>]{1,200}(?=</answer>)", re.IGNORECASE)
_LOOSE_TOKEN = re.compile(r"<\|[^<>|\n]{1,40}\|>|<unused\d{1,3}>")
_ENTITIES = {"&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~|<(?:s|del|strike)>[^<\n]{1,200}</(?:s|del|strike)>")
_FENCE = re.compile(r"^[ \t]*`{3,}[ \t]*+[a-z]{0,12}+[ \t]*+$", re.IGNORECASE | re.MULTILINE)
_RULE = re.compile(r"^[ \t|:*_=-]{3,}$", re.MULTILINE)
_LINE_MARK = re.compile(
    r"^[ \t]*(?:(?:#{1,6}|>+|[-+](?=[ \t])|[•●■◆▪◦▶・※])[ \t]*){1,3}", re.MULTILINE
)
_PRODUCT = re.compile(r"(?<=\d) ?\*{1,2} ?(?=\d)")
_UNDERSCORES = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_SPACES = re.compile(r"[^\S\n]+")
TAG_MARK = "⟪answer⟫"
"""What an `<answer>` tag or a `\\boxed{}` becomes: a label of its own, at the start of a line."""


def _command(match: re.Match[str]) -> str:
    return _COMMANDS.get(match[1], " " if match[1] in ",;:!~ \\" else "")


def _without_latex(text: str) -> str:
    text = _ESCAPED_NEWLINE.sub("\n", text)
    for _ in range(3):
        text = _WRAPPER.sub(r"\1", text)
    text = _BOX_CHAIN.sub(", ", text)
    text = _FRACTION.sub(r"\1/\2", _POWER.sub(r"^\1", text.replace("{,}", ",")))
    text = _BOXED.sub(rf"\n{TAG_MARK}\1\n", text)
    return _COMMAND.sub(_command, text).replace("$", "")


def _without_html(text: str) -> str:
    if "&" in text:
        for entity, plain in _ENTITIES.items():
            text = text.replace(entity, plain)
    if "<" not in text:
        return text
    text = _LOOSE_TOKEN.sub("\n", text)
    text = _STRUCK.sub("", text)
    text = _ANSWER_TAGS.sub(lambda tag: tag[0].strip().replace("\n", ", "), text)
    text = _ANSWER_TAG.sub(lambda tag: "\n" if tag[1] else f"\n{TAG_MARK}", text)
    return _HTML_TAG.sub("", _HTML_BREAK.sub("\n", text))


def _without_markdown(text: str) -> str:
    text = _RULE.sub("", _FENCE.sub("", text))
    text = _PRODUCT.sub("×", _STRUCK.sub("", text)).replace("*", "").replace("`", "")
    return _LINE_MARK.sub("", _UNDERSCORES.sub("", text).replace("|", " "))


def tidy(text: str) -> list[str]:
    """The lines of a folded text without mark-up, outer spaces and empty lines."""
    if "\\" in text or "$" in text:
        text = _without_latex(text)
    text = _EMOJI.sub("", _without_markdown(_without_html(text)))
    lines = (_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return [line for line in lines if line]


_TEXT_NOISE = re.compile(r"[\W_]+")


_GLOSS = re.compile(r"(?<=\S)\s?[(（][^()（）]{1,60}[)）]$")


def same_text(one: str, other: str) -> bool:
    """Whether two written answers are the same word.

    Compared after NFKC and case folding, without spaces, quotes, brackets and punctuation. A gloss
    in brackets behind one of them (脚気(かっけ)) does not make it another word.
    """
    plain, same = _word(one), _word(other)
    return (
        plain == same or plain == _word(_GLOSS.sub("", other)) or _word(_GLOSS.sub("", one)) == same
    )


def _word(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = _TEXT_NOISE.sub("", unicodedata.normalize("NFKC", folded))
    return bare or folded.strip()
