"""Calendar arithmetic for an examinee."""

from datetime import date, datetime, timedelta

from inspect_ai.tool import Tool, ToolError, tool

_FORMATS = ("%m/%d/%Y", "%Y-%m-%d")


@tool
def date_calculator() -> Tool:
    """A calculator for dates."""

    async def execute(start: str, add_days: int = 0, end: str | None = None) -> str:
        """Add days to a date, or count the days from one date to another.

        Args:
            start: The first date, as MM/DD/YYYY or YYYY-MM-DD.
            add_days: Days to add to it (a week has 7); negative to go back. Left out when `end`
                is given.
            end: The second date, to count the days from `start` to it.
        """
        try:
            if end is not None:
                return days_between(read_date(start), read_date(end))
            return day_after(read_date(start), add_days)
        except ValueError as error:
            raise ToolError(f"{error}.") from error

    return execute


def read_date(text: str) -> date:
    """The day that a text means.

    Raises:
        ValueError: It is neither MM/DD/YYYY nor YYYY-MM-DD, or there is no such day.
    """
    for form in _FORMATS:
        try:
            return datetime.strptime(text.strip(), form).date()
        except ValueError:
            continue
    raise ValueError(f"'{text}' is no date as MM/DD/YYYY or YYYY-MM-DD")


def day_after(start: date, days: int) -> str:
    """The day so many days later, with its weekday.

    Raises:
        ValueError: It lies before the year 1 or after the year 9999.
    """
    try:
        day = start + timedelta(days=days)
    except OverflowError:
        raise ValueError("the date is out of range") from None
    return f"{day.month:02}/{day.day:02}/{day.year:04} ({day:%A})"


def days_between(start: date, end: date) -> str:
    """The days from one date to another, also as weeks and days; negative when `end` is earlier."""
    days = (end - start).days
    weeks, rest = divmod(abs(days), 7)
    sign = "-" if days < 0 else ""
    return f"{days} days = {sign}({weeks} weeks, {rest} days)"
