# make demo   environment, the practice exam, its verdict, and how to look at the log
# make test   environment, all tests
# make lint   format, lint and types
# make view   browse the logs

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint view
.DEFAULT_GOAL := demo

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(READY)
	@echo "The practice physician exam, answered as people would (a baseline, no model, no network):"
	$(BIN)/inspect eval kokushi_inspect/medicine.py -T source=practice \
	    --solver solvers/baseline.py -S kind=human -S seed=1 --model none --log-dir logs --display none
	@$(BIN)/kokushi verdict "$$(ls -t logs/*_medicine_*.eval | head -n 1)"
	@echo; echo "The practice rows of MedCalc-Bench, answered with their keys:"
	$(BIN)/inspect eval kokushi_inspect/medcalc.py -T source=practice \
	    --solver solvers/baseline.py -S kind=key --model none --log-dir logs --display none
	@$(BIN)/kokushi medcalc "$$(ls -t logs/*_medcalc_*.eval | head -n 1)" | head -n 14
	@echo; echo "logs: $$(ls -t logs/*_medicine_*.eval | head -n 1) $$(ls -t logs/*_medcalc_*.eval | head -n 1)"
	@echo "view: $(BIN)/inspect view --log-dir logs"

test: $(READY)
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

view: $(READY)
	$(BIN)/inspect view --log-dir logs
