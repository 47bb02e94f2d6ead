"""The default examinee: one question, one answer, as on the answer sheet of the exam.

inspect eval kokushi_inspect/medicine.py --model … --solver solvers/answer_sheet.py -S prompt=FILE
"""

from inspect_ai.solver import Solver, chain, generate, solver

from kokushi_inspect.exam import KokushiError
from solvers.instruct import instruct
from solvers.prompt import Language


@solver
def answer_sheet(prompt: str | None = None, language: Language = "ja") -> Solver:
    """Ask one question after a system message that says how to answer, and take the reply.

    Args:
        prompt: A text file that replaces the wording of the system message. It may use $role,
            $exam, $labels and $format.
        language: Language of the built-in wording: `ja` or `en`.
    """
    if language not in ("ja", "en"):
        raise KokushiError(f"language='{language}'", expected="'ja' or 'en'")
    return chain(instruct(prompt, language), generate())
