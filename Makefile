# Nothing needs to be installed beforehand but Python 3.11 or newer, with its venv module, and make.
# Another Python: make setup PYTHON=python3.13. Another port for the table: make run PORT=8040

PYTHON ?= python3
JOBS ?= 2
PORT ?= 8032
VENV := .venv
PEERS := .venv-peers
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input install -qq

.DEFAULT_GOAL := help
.PHONY: help setup run map demo browser test prove bench mutants lint clean

help: ## Say what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1:\2/p' $(firstword $(MAKEFILE_LIST)) | \
		awk -F: '{printf "%-12s %s\n", $$1, $$2}'

setup: $(VENV)/.dev ## Install the package and what developing it takes into .venv

run: $(VENV)/.run ## Open the table, the referee in a browser
	@$(BIN)/rivercheck serve --port $(PORT) || [ $$? = 130 ]

map: $(VENV)/.run ## Explore an Africa from a seed and leave a picture of it
	@$(BIN)/rivercheck explore africa --rulings seaward --out africa.json --svg africa.svg

demo: $(VENV)/.run ## Play a short game that explains itself
	@$(BIN)/rivercheck demo

test: lint browser ## Lint, check types and run the tests, in a real browser too
	$(BIN)/python -m pytest -n $(JOBS)

browser: ## Install Chromium for the tests where we may; else they are skipped, and say so
	@for name in chromium chromium-browser google-chrome; do \
		command -v $$name >/dev/null && exit 0; done; \
	[ -d "/Applications/Google Chrome.app" ] && exit 0; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium && exit 0; \
	echo "no Chrome or Chromium here, so the browser tests will be skipped"

prove: setup ## Run the long proofs and print their figures
	$(BIN)/python -m pytest -m prove -n $(JOBS)

bench: $(PEERS)/.bench ## Measure growing beside other programs that give rivers to cells
	$(PEERS)/bin/python benchmarks/grow.py

mutants: $(VENV)/.mutants ## Break the rules in every small way, and see that a test fails
	$(BIN)/mutmut run --max-children $(JOBS)
	$(BIN)/mutmut results

lint: setup ## Check style, layout and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict src tests tools

clean: ## Remove .venv and all that was built or cached
	rm -rf $(VENV) $(PEERS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis mutants
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps, each made last, so that what was interrupted is done again.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "rivercheck needs Python 3.11 or newer, and $(PYTHON) is not:" \
			"install it, or name it as in: make PYTHON=python3.13" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks its venv module: on Debian and Ubuntu, apt install python3-venv" >&2; \
		exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: pyproject.toml $(VENV)/.made
	$(PIP) -e '.[web]'
	@touch $@

$(PEERS)/.bench: pyproject.toml $(VENV)/.made
	@$(PEERS)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip --disable-pip-version-check --no-input install -qq -e '.[peers]'
	@touch $@

$(VENV)/.mutants: pyproject.toml $(VENV)/.dev
	$(PIP) -e '.[dev,mutants]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.made
	$(PIP) -e '.[dev]'
	@touch $(VENV)/.run $@
