import sys
from pathlib import Path

# the runner of commands is shared with the runs
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runs"))
