"""What the Inspect viewer shows: the columns of the sample lists and their labels."""

from inspect_ai.log import HeadlineMetric
from inspect_ai.viewer import (
    SampleScoreView,
    ScoreColorScale,
    TaskSamplesColumn,
    TaskSamplesView,
    ViewerConfig,
)

EXAM_VIEWER = ViewerConfig(
    task_samples_view=TaskSamplesView(
        name="exam",
        columns=[
            TaskSamplesColumn(id="sampleId"),
            TaskSamplesColumn(id="input"),
            TaskSamplesColumn(id="target"),
            TaskSamplesColumn(id="answer"),
            TaskSamplesColumn.score("official", "correct"),
            TaskSamplesColumn.score("official", "points"),
            TaskSamplesColumn.score("official", "forbidden"),
            TaskSamplesColumn(id="epoch", visible=False),
            TaskSamplesColumn(id="tokens", visible=False),
            TaskSamplesColumn(id="duration", visible=False),
            TaskSamplesColumn(id="limit", visible=False),
            TaskSamplesColumn(id="error", visible=False),
        ],
        multiline=False,
        score_labels={"correct": "正誤", "points": "得点", "forbidden": "禁忌"},
        score_color_scales={
            "forbidden": ScoreColorScale(palette="neutral", min=0, max=1),
        },
        color_scales_enabled=True,
    ),
    sample_score_view=SampleScoreView(default="grid"),
)
"""The sample list in exam order: question, key, answer, mark, points, forbidden option."""

HEADLINE = HeadlineMetric(scorer="official", metric="accuracy")
"""What lists of logs show for an exam; it is there with and without a verdict."""

MEDCALC_VIEWER = ViewerConfig(
    task_samples_view=TaskSamplesView(
        name="medcalc",
        columns=[
            TaskSamplesColumn(id="sampleId"),
            TaskSamplesColumn(id="input"),
            TaskSamplesColumn(id="target"),
            TaskSamplesColumn(id="answer"),
            TaskSamplesColumn.score("medcalc", "correct"),
            TaskSamplesColumn.score("medcalc", "official"),
            TaskSamplesColumn(id="epoch", visible=False),
            TaskSamplesColumn(id="tokens", visible=False),
            TaskSamplesColumn(id="duration", visible=False),
            TaskSamplesColumn(id="limit", visible=False),
            TaskSamplesColumn(id="error", visible=False),
        ],
        multiline=False,
        score_labels={"correct": "correct", "official": "official-compatible"},
    ),
    sample_score_view=SampleScoreView(default="grid"),
)
"""The sample list in row order: note and question, key, answer, and the two protocols' marks."""

MEDCALC_HEADLINE = HeadlineMetric(scorer="medcalc", metric="accuracy")
"""What lists of logs show for MedCalc-Bench."""
