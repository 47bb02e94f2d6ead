from pathlib import Path

import jsonschema
import pytest
import yaml

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sweep.schema import SCHEMA_FILE, schema_text
from kokushi_inspect.sweep.spec import load_spec, parse_spec

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE.parents[1] / "examples").glob("sweep*.yaml"))
BAD = yaml.safe_load((HERE / "bad_specs.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", BAD, ids=[case["what"] for case in BAD])
def test_an_error_names_the_field_and_what_is_allowed(case: dict) -> None:
    with pytest.raises(KokushiError) as caught:
        parse_spec(yaml.safe_dump(case["spec"]), "my.yaml")
    assert all(word in str(caught.value) for word in ["my.yaml", *case["says"]]), caught.value
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    "args",
    [
        {"tokenizer": "a/b", "max_tokens": 100, "prompt_tokens": "all", "keyboard": "jis"},
        {"token": True, "api_key": "", "key_length": 3},
        {"url": "https://example.org/@me", "authors": ["a"]},
    ],
)
def test_what_only_looks_like_a_key_is_taken(args: dict) -> None:
    text = yaml.safe_dump(
        {"log_dir": "logs", "examinees": [{"model": "openai/m", "args": args}], "exams": {}}
    )
    assert parse_spec(text, "my.yaml").examinees[0].args == args


def test_text_that_is_no_yaml_is_refused_with_its_line() -> None:
    with pytest.raises(KokushiError, match=r"my\.yaml, row 2: this is no YAML"):
        parse_spec("log_dir: logs\nexaminees: [}", "my.yaml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match=r"nowhere\.yaml"):
        load_spec(tmp_path / "nowhere.yaml")


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.name for file in EXAMPLES])
def test_the_examples_are_valid_for_the_model_and_for_the_published_schema(file: Path) -> None:
    load_spec(file)
    schema = yaml.safe_load(SCHEMA_FILE.read_text("utf-8"))
    jsonschema.validate(yaml.safe_load(file.read_text("utf-8")), schema)


def test_the_published_schema_is_that_of_the_model() -> None:
    assert SCHEMA_FILE.read_text("utf-8") == schema_text(), (
        "run: python -m kokushi_inspect.sweep.schema"
    )


def test_the_published_schema_refuses_unknown_fields() -> None:
    schema = yaml.safe_load(SCHEMA_FILE.read_text("utf-8"))
    bad = BAD[0]["spec"]
    with pytest.raises(jsonschema.ValidationError, match="conections"):
        jsonschema.validate(bad, schema)
