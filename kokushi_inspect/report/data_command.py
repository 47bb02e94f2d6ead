"""Reads a source for `kokushi data` and describes it."""

from dataclasses import dataclass
from typing import Any

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.report.data_summary import DataSummary, summarise, trouble_records
from kokushi_inspect.report.data_text import data_text
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.exam_names import all_rules, find_profession
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.open_source import Opening, survey_source
from kokushi_inspect.sources.survey import Survey


@dataclass(frozen=True, slots=True)
class SourceDescription:
    """How a source was understood.

    Attributes:
        language: The language that was taken.
        summaries: One summary for each profession.
        nobodys: Rows that are of no known profession.
    """

    language: str
    summaries: tuple[DataSummary, ...]
    nobodys: tuple[Survey, ...]

    @property
    def understood(self) -> bool:
        """Whether every row was understood."""
        return not self.nobodys and not any(s.survey.troubles for s in self.summaries)

    def text(self) -> str:
        """The description for a terminal."""
        return data_text(self.summaries, self.nobodys, self.language)

    def to_record(self) -> dict[str, Any]:
        """The description as plain JSON values."""
        first = self.summaries[0].survey if self.summaries else self.nobodys[0]
        return {
            "source": first.source,
            "form": first.form,
            "revision": first.revision or None,
            "language": self.language,
            "professions": [summary.to_record() for summary in self.summaries],
            "not_understood": [t for survey in self.nobodys for t in trouble_records(survey)],
            "understood": self.understood,
        }


def describe_source(opening: Opening, profession: str | None) -> SourceDescription:
    """Read a source without stopping at bad rows.

    Args:
        opening: The source and how it is read.
        profession: Any name of the only profession that is wanted; None for all.

    Raises:
        KokushiError: The source cannot be read at all, or the profession is not known.
    """
    wanted = None if profession is None else find_profession(profession)
    if profession is not None and wanted is None:
        raise KokushiError(
            f"'{profession}' is no profession", expected=f"one of {', '.join(all_rules())}"
        )
    shelf = FigureShelf()
    surveys = survey_source(opening, wanted, shelf)
    shelf.save()
    return SourceDescription(
        language=opening.language,
        summaries=tuple(
            summarise(s, load_rules(s.profession, practice=s.form == "practice"))
            for s in surveys
            if s.profession
        ),
        nobodys=tuple(s for s in surveys if not s.profession),
    )
