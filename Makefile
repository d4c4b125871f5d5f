# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
PACKAGES := schema core contract-tests $(filter-out plugins/_template/,$(sort $(wildcard plugins/*/)))
EDITABLE := $(foreach package,$(PACKAGES),-e ./$(package))
STAMP := .venv/.installed

.PHONY: setup lock
setup: $(STAMP)

$(STAMP): requirements.lock $(wildcard */pyproject.toml plugins/*/pyproject.toml)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(EDITABLE)
	@touch $@

lock: ## resolve the outside packages anew
	$(BIN)/python .ci/lock.py --upgrade
