"""Synthetic sittings of full size: every profession and year, with the announced points.

The questions are empty shells. Where the announcement took points out, questions are excluded
until the points that remain are those of the announcement.
"""

from dataclasses import replace

from kokushi_inspect.exam import Key, Question, Sitting
from kokushi_inspect.sources.criteria_file import Rules, load_rules
from kokushi_inspect.sources.sittings import apply_rules, official_points

_SUBJECTS = (
    "物理・化学・生物",
    "衛生",
    "薬理",
    "薬剤",
    "病態・薬物治療",
    "法規・制度・倫理",
    "実務",
)


def full_size(
    profession: str, year: int, *, derived_lines: bool = False
) -> tuple[list[Question], Sitting]:
    """The prepared questions of a whole sitting, and the sitting."""
    rules = load_rules(profession)
    questions = [
        _question(rules, year, section, number, size)
        for section, size in rules.sections.items()
        for number in range(1, size + 1)
    ]
    if profession == "dentistry" and year < 2023:
        questions = _with_areas(questions, rules, year)
    questions = _excluded_as_announced(questions, rules, year)
    prepared, sittings = apply_rules(
        questions, rules, source="synthetic", derived_lines=derived_lines
    )
    return prepared, sittings[0]


def _question(rules: Rules, year: int, section: str, number: int, size: int) -> Question:
    label = rules.labels[0]
    question = Question(
        id=f"{section}{number:03d}",
        profession=rules.profession,
        year=year,
        section=section,
        index=str(number),
        text="",
        kind="single",
        options=tuple((each, each) for each in rules.labels),
        key=Key(((label,),), printed=(label,)),
        subject=_SUBJECTS[number % 7] if rules.profession == "pharmacy" else None,
    )
    if rules.profession == "radiologic_technology":
        question = replace(question, subject=f"subject {number % 10}")
    if rules.points:
        return official_points(question, rules)
    return replace(question, points=_points(rules.profession, section, number, size))


def _points(profession: str, section: str, number: int, size: int) -> int:
    """Points where the structure does not tell them by position: only the sums are known."""
    if profession == "medicine":
        return 3 if section in "BE" and number > size // 2 else 1
    if profession == "dentistry":
        return 3 if number > 65 else 1
    heavy = {"midwifery": 35, "optometry": 20}[profession]
    last = heavy // 2 if section == "a" else heavy - heavy // 2
    return 2 if number > size - last else 1


def _with_areas(questions: list[Question], rules: Rules, year: int) -> list[Question]:
    """Before 2023 only a field tells the dentist's areas B and C apart."""
    wanted = rules.years[year].lines["領域B"].of
    assert wanted is not None
    placed, points = [], 0
    for question in questions:
        number = question.number or 0
        if number <= 20:
            placed.append(replace(question, role="必修"))
        elif number <= 45:
            placed.append(replace(question, area="A"))
        elif points + question.points <= wanted:
            points += question.points
            placed.append(replace(question, area="B"))
        else:
            placed.append(replace(question, area="C"))
    return placed


def _excluded_as_announced(questions: list[Question], rules: Rules, year: int) -> list[Question]:
    """Smaller parts first, so that what they lose is lost to the whole as well."""
    prepared, _ = apply_rules(questions, rules, source="synthetic")
    lines = rules.years[year].lines
    members = {name: [q for q in prepared if name in q.counts_in] for name in lines}
    gone: set[str] = set()
    settled: set[str] = set()
    for name in sorted(lines, key=lambda part: len(members[part])):
        wanted = lines[name].of
        left = [q for q in members[name] if q.id not in gone]
        surplus = 0 if wanted is None else sum(q.points for q in left) - wanted
        for question in sorted(left, key=lambda q: -q.points):
            if question.points <= surplus and question.id not in settled:
                surplus -= question.points
                gone.add(question.id)
        settled.update(q.id for q in members[name])
        assert surplus == 0, (rules.profession, year, name, surplus)
    return [
        replace(q, key=replace(q.key, treatment="excluded")) if q.id in gone else q
        for q in questions
    ]
