"""The JSON Schema of a spec, for editors and other programs.

python -m kokushi_inspect.sweep.schema      writes it anew after a change of `spec.py`
"""

import json
from pathlib import Path

from kokushi_inspect.sweep.spec import Spec

SCHEMA_FILE = Path(__file__).with_name("sweep.schema.json")


def schema_text() -> str:
    """The JSON Schema as the published file holds it."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Spec.model_json_schema()}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
