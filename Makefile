# The front door. `make demo` shows the main job, `make test` is for every change, `make check` is all that CI runs, and the address sanitizer.
.DEFAULT_GOAL := help
.PHONY: help setup demo test check lint format fuzz sanitize stress bench docs clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: ## Install the system packages that are missing
	@scripts/setup

demo: ## Browse, search and page with the real CLI, then offline with the server stopped (first build: some minutes)
	@scripts/setup && scripts/demo

test: ## Lint, build without warnings, and the tests, contract, images and consumers on the build that users run
	@scripts/setup --test && scripts/test

check: test ## Before a release: `make test`, then schedules of faults, TLS, the console in a browser, the documentation, Apple's platforms, fuzzing, the thread and the address sanitizer
	@scripts/test rest

lint: ## Check the formatting, the documentation and what an optimiser gets wrong
	@scripts/lint

format: ## Format all Swift files in place
	@git ls-files -z '*.swift' ':!scripts/apple-check' | xargs -0 swift format -i

fuzz: ## A million inputs for each parser, under the address sanitizer
	@scripts/fuzz

sanitize: ## The tests under the address and the thread sanitizer
	@scripts/sanitize address && scripts/sanitize thread

stress: ## 64 tasks × 1,000,000 actions through every form of pacing (more than an hour)
	@scripts/stress

bench: ## The benchmarks behind Benchmarks/RESULTS.md (some minutes, on an otherwise idle machine)
	@scripts/setup --bench && Benchmarks/run

docs: ## Build the DocC archives into docs/
	@scripts/docs

clean: ## Remove what was built
	@rm -rf .build .build-* .venv docs Benchmarks/.build Examples/*/.build
