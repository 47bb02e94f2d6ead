"""Opens whatever a user names as the source of questions."""

from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from kokushi_inspect.exam import KokushiError, Place
from kokushi_inspect.paths import user_path
from kokushi_inspect.sources.criteria_file import Rules, load_rules, practice_professions
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.igakuqa import PROFESSION as IGAKUQA_PROFESSION
from kokushi_inspect.sources.igakuqa import igakuqa_files, survey_igakuqa
from kokushi_inspect.sources.kokushimd10 import SortedRows, sort_rows, survey_kokushimd10
from kokushi_inspect.sources.kokushimd10_hub import read_hub
from kokushi_inspect.sources.kokushimd10_layout import (
    Language,
    RawSource,
    looks_like_kokushimd10,
    read_folder,
)
from kokushi_inspect.sources.question_file import (
    QuestionSet,
    find_question_file,
    read_question_file,
)
from kokushi_inspect.sources.question_file_survey import survey_question_file
from kokushi_inspect.sources.record_names import FieldNames, load_field_names
from kokushi_inspect.sources.survey import SourceForm, Survey

HUB = "kokushimd10"
PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class Opening:
    """What a user says about the source.

    Attributes:
        source: `kokushimd10`, `practice`, or the path of a folder or file.
        language: Which language is taken, where the source has two.
        revision: Revision of the hub data set.
        fields: File that maps our names of fields to those of the rows.
    """

    source: str
    language: Language = "ja"
    revision: str | None = None
    fields: str | None = None


def recognise(source: str) -> SourceForm:
    """The form of a source, told by what is in it.

    A file `questions.jsonl` makes a folder our own format; `train_ja.jsonl` or `exams/` one of
    KokushiMD-10; `116-A.jsonl` one of IgakuQA.

    Raises:
        KokushiError: There is no such file or folder.
    """
    if source in (HUB, PRACTICE):
        return "practice" if source == PRACTICE else "kokushimd10"
    path = user_path(source)
    if not path.exists():
        raise KokushiError(
            "there is no such file or folder",
            place=Place(str(path)),
            expected=f"'{HUB}', '{PRACTICE}', or a folder or file with questions",
            fix="relative paths start at the folder of the command",
        )
    if (path / "questions.jsonl").is_file():
        return "question_file"
    if looks_like_kokushimd10(path):
        return "kokushimd10"
    return "igakuqa" if igakuqa_files(path) else "question_file"


def open_questions(
    opening: Opening, rules: Rules, shelf: FigureShelf, *, with_figures: bool = True
) -> QuestionSet:
    """The questions of one profession.

    Args:
        opening: What the user says about the source.
        rules: The profession's rules.
        shelf: Finds and checks figures.
        with_figures: Whether figures will be shown; foreign sources are read without them
            otherwise, so that missing files do not matter.

    Raises:
        KokushiError: The source cannot be read, or a row of the profession is not understood.
    """
    form = recognise(opening.source)
    if form in ("practice", "question_file"):
        _refuse_foreign_parameters(opening, form)
        if form == "question_file":
            file = find_question_file(user_path(opening.source))
            return read_question_file(file, rules, shelf)
        file = practice_file(rules.profession)
        return read_question_file(file, rules, shelf, source=PRACTICE)
    shelf_or_none = shelf if with_figures else None
    if form == "igakuqa":
        return _igakuqa(opening, rules, shelf_or_none).question_set()
    source, rows, names = _kokushimd10(opening, with_figures, rules)
    survey = survey_kokushimd10(source, rows, rules, shelf_or_none, names)
    warnings = survey.warnings
    if rows.strangers:
        warnings += (f"{len(rows.strangers)} rows are of none of the ten professions",)
    troubles = (*rows.homeless, *survey.troubles)
    return replace(survey, troubles=troubles, warnings=warnings).question_set()


def _refuse_foreign_parameters(opening: Opening, form: SourceForm) -> None:
    for name in ("revision", "fields"):
        if getattr(opening, name) is not None:
            raise KokushiError(
                f"{name}: the source is a {form.replace('_', ' ')}, which has none",
                fix=f"leave -T {name} out",
            )


def practice_file(profession: str) -> Path:
    """The question file of a profession's built-in practice exam.

    Raises:
        KokushiError: There is none.
    """
    if profession not in practice_professions():
        raise KokushiError(f"there is no practice exam for {profession}")
    folder = files("kokushi_inspect") / "sources" / "practice" / profession
    return Path(str(folder)) / "questions.jsonl"


def survey_source(opening: Opening, profession: str | None, shelf: FigureShelf) -> list[Survey]:
    """What a source holds, one survey for each profession in it; nothing stops at a bad row.

    Args:
        opening: What the user says about the source.
        profession: The only profession that is wanted; None for all.
        shelf: Finds and checks figures.

    Raises:
        KokushiError: The source cannot be read at all, or has nothing of the profession.
    """
    form = recognise(opening.source)
    if form in ("practice", "question_file"):
        _refuse_foreign_parameters(opening, form)
    if form == "practice":
        wanted = [profession] if profession else practice_professions()
        every = [survey for name in wanted for survey in _practice(name, shelf)]
    elif form == "question_file":
        file = find_question_file(user_path(opening.source))
        every = survey_question_file(file, all_rules(), shelf)
    elif form == "igakuqa":
        every = [_igakuqa(opening, all_rules()[IGAKUQA_PROFESSION], shelf)]
    else:
        every = _kokushimd10_surveys(opening, profession, shelf)
    found = [s for s in every if profession in (None, s.profession) or not s.profession]
    if not any(s.profession for s in found) and not any(s.troubles for s in found):
        raise KokushiError(
            f"no question of {profession or 'any profession'}",
            place=Place(opening.source),
            fix=f"it has: {', '.join(s.profession for s in every) or 'none'}",
        )
    return found


def _practice(profession: str, shelf: FigureShelf) -> list[Survey]:
    rules = {profession: load_rules(profession, practice=True)}
    return survey_question_file(practice_file(profession), rules, shelf, source=PRACTICE)


def _igakuqa(opening: Opening, rules: Rules, shelf: FigureShelf | None) -> Survey:
    if opening.revision is not None:
        raise KokushiError("revision: IgakuQA files have none", fix="leave -T revision out")
    if rules.profession != IGAKUQA_PROFESSION:
        raise KokushiError(
            f"no question of {rules.profession}: IgakuQA has the physician's exam only",
            place=Place(opening.source),
        )
    names = load_field_names(opening.fields)
    return survey_igakuqa(user_path(opening.source), rules, shelf, names, opening.language)


def _kokushimd10(
    opening: Opening, with_figures: bool, only: Rules | None = None
) -> tuple[RawSource, SortedRows, FieldNames]:
    names = load_field_names(opening.fields)
    if opening.source == HUB:
        source = read_hub(opening.language, names, opening.revision, with_figures=with_figures)
    elif opening.revision is not None:
        raise KokushiError(
            f"revision: only the source '{HUB}' has one", fix="leave -T revision out"
        )
    else:
        wanted = None if only is None else only.profession
        source = read_folder(user_path(opening.source), opening.language, wanted)
    if only is None:
        return source, sort_rows(source, names, all_rules()), names
    rules = {**all_rules(), only.profession: only}
    return source, sort_rows(source, names, rules, only.profession), names


def _kokushimd10_surveys(
    opening: Opening, profession: str | None, shelf: FigureShelf
) -> list[Survey]:
    """One survey for each profession; one without a profession has the rows of none.

    Professions that are not wanted are named, but not looked into.
    """
    source, rows, names = _kokushimd10(opening, True)
    rules = all_rules()
    surveys = [
        survey_kokushimd10(source, rows, rules[each], shelf, names)
        if profession in (None, each)
        else Survey(each, "kokushimd10", source.name, ())
        for each in rows.professions
    ]
    nobodys = (*rows.homeless, *rows.strangers)
    if nobodys:
        surveys.append(Survey("", "kokushimd10", source.name, (), nobodys))
    return surveys
