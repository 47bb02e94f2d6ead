"""How long the reader takes for hostile replies of 100,000 characters, and for an ordinary one.

    python benchmarks/reading_speed.py

Prints the slowest fragments, in milliseconds of processor time (best of three), and the growth from
half to full length: about 2 is linear, less where only the ends are read. Exits with 1 when a reply
takes longer than the limit.
"""

import sys
import time

from kokushi_inspect.exam import Boxes, Key, Question
from scorers.reading import read_reply

CHARACTERS = 100_000
LIMIT_MS = 50.0
# fmt: off
FRAGMENTS = [
    "(", "[", "((a", "{", '{"answer":', "[1,", "【", "【回答】", "「", "<a ", "<answer>",
    "</think>", "<think>", "[THINK]", "◁think▷", "<unused94>", "<|channel|>final<|message|>",
    "<|channel|>x",
    "答え: ", "答え:a ", "答えa(", "The answer is ", "answer is a or b. ", "正しいのは", "選択肢 ",
    "a", "a ", "b ", "a,", "a\n", "a. x\n", "aか", "aとbは", "a〜", "a→", "a(x)", "(a)と",
    "a. 発熱、", "aではなく", "aは誤り。", "a: ○ ", "よってaを選ぶ。", "not a ", "either ",
    "I choose ", "be ", "1", "1,", "1 ", "1.", "-1", "1/", "=1", "1e9", "①2", "≒", "~", "^{", "10^",
    "99999999999999999999 ", "\\boxed{", "\\text{", "\\frac{", "\\", "$", "*", "**", "_", "`", "#",
    "> ", "|", "~~", "<s>", " ", "\n", "\u3000", "。", "'", '"', "&lt;", "ａ", "問題:\n", "user\n",
    "confidence: ", "申し訳",
]
# fmt: on
"""What a hostile or broken model may repeat without end."""


def questions() -> list[Question]:
    """One question of each kind."""
    key = Key((("1",),))
    plain = {"profession": "medicine", "year": 2024, "section": "A", "index": "1", "text": ""}
    letters = tuple((label, f"option {label}") for label in "abcde")
    digits = tuple((label, "") for label in "12345")
    return [
        Question("single", kind="single", options=letters, key=key, **plain),
        Question("multiple", kind="multiple", options=digits, select=2, key=key, **plain),
        Question("ordered", kind="ordered", options=letters, select=None, key=key, **plain),
        Question("numeric", kind="numeric", options=(), key=key, boxes=Boxes(2), **plain),
        Question("fill_in", kind="fill_in", options=(), key=key, **plain),
    ]


def milliseconds(text: str, question: Question) -> float:
    """Processor time of one reading, the best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        read_reply(text, question)
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> int:
    """Print the slowest fragments; 1 when the limit is exceeded."""
    rows = []
    for question in questions():
        read_reply("a", question)
        for fragment in FRAGMENTS:
            text = (fragment * (CHARACTERS // len(fragment) + 1))[:CHARACTERS]
            full = milliseconds(text, question)
            half = milliseconds(text[: CHARACTERS // 2], question)
            rows.append((full, full / max(half, 0.1), question.id, fragment))
    rows.sort(reverse=True)
    for full, growth, kind, fragment in rows[:12]:
        print(f"{full:6.1f} ms  x{growth:4.1f}  {kind:9} {fragment!r}")
    sentence = "この症例では発熱と咳嗽があり、a は否定的である。よって b を選ぶ。\n"
    ordinary = milliseconds(sentence * 10 + "答え：b", questions()[0])
    print(f"{ordinary:6.2f} ms  an ordinary reply of ten sentences")
    return int(rows[0][0] > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
