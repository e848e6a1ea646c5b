# SPDX-License-Identifier: Apache-2.0
# Short names for the scripts; each installs what it needs first (once).

.DEFAULT_GOAL := help
.PHONY: help build demo test bench lint fuzz soak clean

FUZZ_SECONDS ?= 60

help: ## list the targets
	@echo "Karta: describe, run and serve AI workloads. Targets:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

build: ## build the release program: build/krt
	@scripts/setup build
	@scripts/build release krt

demo: build ## see it work: build, then the jq engine on a real manifest
	@scripts/demo

test: ## run every test: unit, data cases, peers, sanitizers, short fuzzing
	@scripts/setup test
	@scripts/test

bench: ## measure speed beside jq, gojq and jaq (as far as they can be built)
	@scripts/setup bench
	@scripts/build release krt benches
	@bench/run $(ARGS)

lint: ## check format, layers, file length, licences (fix format: scripts/lint --fix)
	@scripts/setup lint
	@scripts/lint

fuzz: ## fuzz each parser and the machine, FUZZ_SECONDS (60) each
	@scripts/setup fuzz
	@scripts/fuzz $(FUZZ_SECONDS)

soak: ## the long run: 50,000 programs beside jq, ten minutes of each fuzz target
	@scripts/setup test
	@scripts/soak

clean: ## remove build/ (the cache of built dependencies stays)
	rm -rf build
