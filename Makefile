# The door to everything: each target is one or two commands that can be run by hand as well.
.PHONY: help setup build all demo test dev unit check bench sanitize coverage format clean
.NOTPARALLEL:
.DEFAULT_GOAL := build

# The C++ files that clang-format keeps in shape.
CXX_FILES = find src bench tests -name '*.h' -o -name '*.cc'

help:
	@echo 'make build      build/squall (the default)'
	@echo 'make all        the program, its tests and its benchmarks'
	@echo 'make demo       see squall at work on a bundled example, and where its report is'
	@echo 'make test       all tests and checks; what .ci/run does'
	@echo 'make dev        set build-dev/ up, to work on squall'
	@echo 'make unit       the unit tests that need no browser, built there'
	@echo 'make check      layers, style, docs and format, without building'
	@echo 'make bench      the figures, as ratios within one run'
	@echo 'make sanitize   the tests under AddressSanitizer and UBSan'
	@echo 'make coverage   the tests, and which lines they reach (build-coverage/coverage.html)'
	@echo 'make format     put the C++ files in shape'
	@echo 'make clean      remove what was built'

setup:
	@tools/setup

build: setup build/build.ninja
	@cmake --build --preset default --target squall

# Ninja runs CMake again by itself when a CMake file changes; the presets are what it does not watch.
build/build.ninja: CMakePresets.json
	@cmake --preset default
	@touch $@

demo: build
	@build/squall demo

# The program, its tests and its benchmarks.
all: setup build/build.ninja
	@cmake --build --preset default

test: all check
	@ctest --test-dir build --output-on-failure -j1

# For work on squall: build-dev/, which is quickly built and slower to run.
dev:
	@tools/setup clang-16
	@[ build-dev/build.ninja -nt CMakePresets.json ] || cmake --preset dev

# One test program for each of these folders of src/. That of src/browser needs a browser, and is left to `make test`.
UNIT_TESTS = base trace store outcome network serve flow schedule lab oracle finding analysis report cli
unit: dev
	@cmake --build --preset dev --target $(UNIT_TESTS:%=%_test)
	@ctest --test-dir build-dev --output-on-failure -j2 -R "^($$(echo $(UNIT_TESTS) | tr ' ' '|'))$$"

check:
	@tools/check_layers
	@tools/check_style
	@tools/check_docs
	@$(CXX_FILES) | xargs clang-format --dry-run -Werror

bench: all
	@build/squall_bench

sanitize: setup
	@cmake --preset sanitize
	@cmake --build --preset sanitize
	@UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ctest --test-dir build-sanitize --output-on-failure -j1

coverage:
	@tools/setup gcovr
	@cmake --preset coverage
	@cmake --build --preset coverage
	@find build-coverage -name '*.gcda' -delete
	@ctest --test-dir build-coverage --output-on-failure -j1
	@gcovr --root . --filter src/ --exclude '.*_test\.cc' --object-directory build-coverage \
	  --exclude-directories '.*/CompilerIdCXX' \
	  --html-details build-coverage/coverage.html --print-summary build-coverage

format:
	@$(CXX_FILES) | xargs clang-format -i

clean:
	@rm -rf build build-dev build-sanitize build-thread build-coverage
