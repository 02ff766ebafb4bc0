# Everything a developer types. `make test` on a clean clone needs Python 3.11 and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp

.DEFAULT_GOAL := help
.PHONY: help venv check test image root-tree rootfs demo serve clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

venv: $(STAMP) ## the virtual environment .venv with the service and the developers' tools

# Dependency groups need pip 25.1, newer than the one that comes with Python 3.11.
$(STAMP): pyproject.toml
	@echo "installing into $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "no venv module: run 'apt-get install python3-venv'" >&2; exit 1; }
	@$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/pip install --quiet --editable '.[accuracy]' --group dev
	@touch $@

check: $(STAMP) ## lint, layout, types, arrows, version
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/house/test_version.py

test: check root-tree ## check, then every test that this machine can run
	$(BIN)/python -m pytest

image: ## the sandbox image, in the local Docker
	@PYTHON=$(PYTHON) deploy/sandbox/build.sh

rootfs: ## the same root tree as a folder, for bubblewrap
	@PYTHON=$(PYTHON) deploy/sandbox/build.sh --rootfs

root-tree:
	@PYTHON=$(PYTHON) deploy/sandbox/build.sh --here

demo: $(STAMP) root-tree ## judge the bundled batch on a service of its own
	$(BIN)/microjudge demo

serve: $(STAMP) root-tree ## the service, on http://127.0.0.1:8000
	$(BIN)/microjudge serve

clean: ## remove what make made in this folder
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
