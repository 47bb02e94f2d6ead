"""Which values of a report the charts show."""

from statistics import fmean

from markupsafe import Markup

from kokushi_inspect.exam.visible import visible
from kokushi_inspect.report.charts import Dot, Step, curve_chart, interval_chart
from kokushi_inspect.report.model import Group, People
from kokushi_inspect.report.page_view import SliceTable, View


def rank_chart(view: View, group: Group) -> Markup:
    """Everybody's accuracy in a group with its interval, in the order of accuracy."""
    dots = []
    for rank in group.ranks:
        examinee, accuracy = view.examinees[rank.examinee], rank.accuracy
        if accuracy.share is None:
            continue
        low = high = accuracy.share
        if accuracy.interval is not None:
            low, high = accuracy.interval.low, accuracy.interval.high
        dots.append(Dot(visible(examinee.label), accuracy.share, low, high, examinee.kind))
    return interval_chart(dots) if dots else Markup("")


def year_chart(view: View, table: SliceTable) -> Markup:
    """Everybody's accuracy over the years, beside the mean of all; nothing for a single year."""
    if len(table.names) < 2:
        return Markup("")
    means = {}
    for name in table.names:
        shares = [a.share for (_, n), a in table.cells.items() if n == name and a.share is not None]
        means[name] = fmean(shares) if shares else None
    steps = [
        Step(visible(view.examinees[id].label), name, found.share, means[name])
        for id in table.examinees
        for name in table.names
        if (found := table.cells.get((id, name))) is not None
    ]
    return curve_chart(steps)


def band_chart(view: View, people: People) -> Markup:
    """Everybody's accuracy by human difficulty, beside people's own."""
    steps = [
        Step(
            visible(view.examinees[each.examinee].label),
            f"{100 * band.low:.0f}–{100 * band.high:.0f}%",
            band.examinees[each.examinee].share,
            band.human,
        )
        for each in people.examinees
        for band in people.bands
        if band.n and each.examinee in band.examinees
    ]
    return curve_chart(steps) if steps else Markup("")
