# poslab: build, test, install. `make help` lists the targets; V=1 shows every command, WERROR=1 stops at warnings.
# Yours to set: CC, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS (added after ours), PREFIX, DESTDIR.

B      := build
PREFIX ?= /usr/local
SYSTEM := $(shell uname -s)

# The rooms of this build: all that there are but WITHOUT="claims report", or none, WITHOUT=all. Such a build has a place
# of its own, $(LEFT), and shares what is compiled. What joins two rooms is built where both are; the page is a room
# beside the program.
EVERY_ROOM := $(patsubst src/rooms/%/,%,$(wildcard src/rooms/*/))
WITHOUT   ?=
empty     :=
LEFT      := $(if $(filter all,$(WITHOUT)),/core,$(if $(WITHOUT),/without-$(subst $(empty) $(empty),-,$(strip $(WITHOUT)))))
THERE     := $(if $(filter all,$(WITHOUT)),,$(filter-out $(WITHOUT),$(EVERY_ROOM)))
ROOMS     := $(filter-out page,$(THERE))
joined     = $(patsubst with_%.c,%,$(notdir $(1)))
ALONE_C   := $(foreach f,$(wildcard src/rooms/*/with_*.c),$(if $(filter $(call joined,$(f)),$(ROOMS)),,$(f)))
FOLDERS   := src/core/* $(addprefix src/rooms/,$(ROOMS))
LIVE_C    := $(wildcard src/rooms/page/live/*.c)
PLAIN_C   := src/plain/plain.c
PROGRAM_C := src/main.c src/rooms.c $(filter-out $(ALONE_C),$(wildcard $(addsuffix /*.c,$(FOLDERS))))
# Core sees no room: the compiler holds it to that.
CORE_C    := $(wildcard src/core/*/*.c)
STRUCTS   := $(addprefix room_,$(ROOMS)) \
             $(foreach f,$(PROGRAM_C),$(if $(findstring /with_,$(f)),room_$(word 3,$(subst /, ,$(f)))_$(basename $(notdir $(f)))))
TEXTS     := $(wildcard $(foreach e,css js bash zsh txt,$(addsuffix /*.$(e),$(FOLDERS))))
BENCH_C   := $(wildcard tests/bench/*.c)
CORE_TEST_C := $(wildcard tests/unit/*.c tests/law/*.c tests/fuzz/fuzz*.c) $(filter-out %/main.c,$(BENCH_C))
TEST_C    := $(CORE_TEST_C) $(wildcard $(foreach r,$(THERE),tests/rooms/$(r)/*.c))
ALL_C     := $(sort $(PROGRAM_C) $(LIVE_C) $(PLAIN_C) $(TEST_C) $(BENCH_C) $(wildcard tests/rooms/page/live/*.c))
# What the benchmark times from outside: the functions listed in watch.c
WRAP      := $(if $(filter Linux,$(SYSTEM)),$(shell sed -n 's/^TIMED[A-Z_]*.[^,]*, \([a-z_]*\),.*/-Wl,--wrap=\1/p' tests/bench/watch.c))
WASM_C    := $(wildcard src/rooms/page/live/wasm/*.c)
HEADERS   := $(wildcard src/*/*/*.h src/rooms/page/live/*.h tests/*/*.h tests/rooms/*/*.h)
TORTURE_C := $(wildcard tests/torture/*.c)
SCRIPTS   := $(wildcard data/made/*.sh configs/*.sh) $(wildcard .ci/run tests/run tests/fuzz/run tests/torture/run tests/torture/*.bash tests/cluster/run tests/cluster/*.bash tests/*.sh tests/*/*.sh src/*.sh src/page/*.sh src/command/*.bash)
CLI_TESTS := $(wildcard tests/cli/*.bash tests/cli/*.bats tests/browser/*.bash tests/browser/*.bats tests/rooms/*/*.bats tests/rooms/*/browser/*.ba* tests/rooms/*/live/*.bash)
SHARED    := $(wildcard configs/*.ini configs/*.sh configs/*/*.ini data/*.* data/*/*.*)

# Debian's packages, and for the first two what Homebrew calls them
DEPS       := gcc libc6-dev libopenblas-dev libjansson-dev libxxhash-dev libunistring-dev libcsv-dev zlib1g-dev
DEPS_BREW  := openblas libomp jansson xxhash libunistring libcsv zlib
TEST_DEPS  := libcmocka-dev bats zsh jq python3 xxhash valgrind strace e2fsprogs chromium chromium-driver nodejs curl librsvg2-bin fonts-dejavu-core clang libclang-rt-dev libomp-dev
TEST_DEPS_BREW := cmocka bats-core jq chromium chromedriver node curl librsvg
PAGE_DEPS  := clang lld wasi-libc libclang-rt-dev-wasm32
PEER_DEPS  := python3-torch
CHECK_DEPS := libcmocka-dev clang libclang-rt-dev libomp-dev clang-format clang-tidy cppcheck shellcheck

# ---- Flags. No -ffast-math: it breaks NaN checks and repeatability. No -march=native: the program travels.
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wno-enum-float-conversion $(if $(filter true,$(CI))$(filter 1,$(WERROR)),-Werror)
# Bytes that a function may have on the stack, so that a small one is enough
FRAME    := 48000
FLAGS     = -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc/core $(if $(filter $(CORE_C),$<),,-Isrc $(if $(filter $(CORE_TEST_C),$<),,-Isrc/rooms)) $(OPENMP) -ffp-contract=off -fno-math-errno -fno-trapping-math -g1
LIBRARIES = -lopenblas -ljansson -lxxhash -lunistring -lcsv -lz -lm

# What users run checks its buffers and its stack, and cannot be bent at its table of functions. FORTIFY needs optimised
# code and hides from sanitizers, so the other variants go without.
HARDENED := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
LINKED   := -Wl,-z,relro,-z,now

# Each variant is built in its own folder, build/VARIANT. What prints and reads takes no time, nor do tests, so they are
# compiled quickly: no number depends on that. $(call level,-O2,-O0) is the first where $< takes time; -g1 names lines alone.
COLD          := cli command claims completion confusion draw explain folder inventory plot predict report result settings study sweeps view
HOT           := maths model encoding run evaluate train
VARIANTS      := release debug asan double
level          = $(if $(filter $(HOT) base format measure task law,$(subst /, ,$<)),$(1),$(2))
FLAGS_release  = $(if $(filter tests/unit/%,$<),-O0,$(if $(filter tests/rooms/%,$<),-O1,$(if $(filter $(COLD),$(subst /, ,$<)),-O1,-O3) $(HARDENED))) -DVECTOR_CLONES=1
FLAGS_debug   := -O0 -g3
SANITIZED     := -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_asan     = $(call level,-O1,-O0) -fsanitize=address,undefined $(SANITIZED) -DSMALL_CAPS $(if $(CLANG),$(TRACED))
FLAGS_double   = $(call level,-O2,-O0) -DREAL_DOUBLE

# clang's sanitizers find more than gcc's, and it tells what is executed, but of loops over numbers, where that takes most
# of the time. CLANG is empty where it is not installed with all that they need.
TRACED         = -DTRACED -D__SANITIZE_ADDRESS__=1 $(if $(filter tests maths model,$(subst /, ,$<)),,-fsanitize=fuzzer-no-link)
CC_asan        = $(CLANG)
CLANG = $(eval CLANG := $$(shell echo 'int main(void) { return 0; }' | clang -fopenmp -x c - -o /dev/null \
        -fsanitize=fuzzer-no-link,address,undefined 2>/dev/null && echo clang))$(CLANG)

OPENMP := -fopenmp
ifeq ($(SYSTEM),Darwin) # Apple's compiler knows OpenMP only through Homebrew's libomp
BREW       = $(eval BREW := $$(shell brew --prefix 2>/dev/null))$(BREW)
BREW_DIRS  = $(if $(BREW),$(BREW) $(BREW)/opt/openblas $(BREW)/opt/libomp)
OPENMP     = -D_DARWIN_C_SOURCE -Xpreprocessor -fopenmp $(addsuffix /include,$(addprefix -I,$(BREW_DIRS)))
LINKED    =
LIBRARIES += -lomp -liconv $(addsuffix /lib,$(addprefix -L,$(BREW_DIRS)))
endif

# $(call compile,VARIANT), $(call libraries,MORE)
compiler  = $(or $(CC_$(1)),$(CC))
compile   = $(compiler) $(FLAGS) $(FLAGS_$(1)) $(WARNINGS) $(CPPFLAGS) $(CFLAGS)
libraries = $(LINKED) $(LDFLAGS) $(1) $(LIBRARIES) $(LDLIBS)
objects   = $(patsubst src/%.c,$(B)/$(1)/%.o,$(PROGRAM_C)) $(B)/$(1)$(LEFT)/room_list.o $(patsubst src/%,$(B)/$(1)/%.o,$(TEXTS))
engine    = $(if $(filter page,$(THERE)),$(patsubst src/%.c,$(B)/$(1)/%.o,$(LIVE_C))) $(filter-out $(B)/$(1)/main.o,$(call objects,$(1)))
tests     = $(patsubst tests/%.c,$(B)/$(1)/%.o,$(call test_files,$(1))) $(call engine,$(1))
test_files = $(filter-out $(addprefix %/test_,$(addsuffix .c,$(NOT_OF_$(1)))),$(TEST_C))

# Groups that a variant leaves out. What the first handle are arrays of the tests; what they call runs in other groups.
NOT_OF_both   := coverage power macro_f1 shown_formulas seen_trained blind checksum known_rows portable products typed
# These call what other groups call, more often, or on larger arrays.
NOT_OF_asan   := $(NOT_OF_both) claim_numbers facts
# These take long, and have no numbers that would be other ones, or finer.
NOT_OF_double := $(NOT_OF_both) closest early pool statements task tiles

# Quiet unless V=1: $(call say,CC,file) is the short line, $(Q) hides the command itself.
Q   := $(if $(filter 1,$(V)),,@)
say  = $(if $(Q),@printf '  %-4s%s\n' $(1) '$(2)')

# The page's engine: the same sources in WebAssembly, but those that need files, processes or BLAS, with a stand-in for
# libunistring. Of the libraries that Debian has for processors only it needs the headers; nothing it reaches calls jansson.
# xxhash.h must not look for ARM's vectors.
WASM      := $(B)/wasm
FILES_C   := $(addprefix src/core/base/,file.c file_find.c file_lock.c path.c terminal.c) $(wildcard src/core/data/*.c) \
             src/core/evaluate/evaluation_file.c src/core/train/run_log.c src/core/run/start_from.c src/core/draw/picture.c \
             $(addprefix src/core/format/,charset.c pieces.c label.c names.c records.c records_csv.c records_jsonl.c records_tsv.c source.c)
PAGE_C    := $(filter-out $(FILES_C) src/core/maths/matmul_blas.c, \
             $(foreach f,base maths format statistics draw encoding task model baseline settings run learner evaluate train example measure view result plot,$(wildcard src/core/$(f)/*.c))) src/core/folder/run_folder.c $(addprefix src/core/study/,columns.c pairs.c seed_list.c series.c summarise.c sweep.c values.c) \
             $(LIVE_C) $(WASM_C)
WORDS     := $(wildcard data/chase/*.txt)
WASM_CC    = clang --target=wasm32-wasi
WASM_FLAGS = -std=gnu11 $(if $(filter $(HOT),$(subst /, ,$<)),-O3,-Os) -msimd128 -DWITHOUT_FILES -DXXH_INLINE_ALL '-DXXH_HAS_INCLUDE(x)=0' \
             -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -Isrc/core -Isrc/rooms -isystem $(WASM)/include -ffp-contract=off -fno-math-errno -fno-trapping-math \
             -ffunction-sections -fdata-sections $(WARNINGS)
WASM_LINKED = -mexec-model=reactor -Wl,--gc-sections,--strip-all,-z,stack-size=2097152,--stack-first,--max-memory=2147483648 \
             -lwasi-emulated-signal -lwasi-emulated-process-clocks -lm

# As many processes as there are processors, unless -j says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif

# Asked for in one command with a build (`make -j test-deps test`), these come first.
FIRST := $(filter clean deps test-deps page-deps,$(MAKECMDGOALS)) $(if $(filter check% fuzz,$(MAKECMDGOALS)),check-deps)

# A stamp is a file rewritten only when its text, or the compiler, changes; what depends on it is then made anew.
quote = '$(subst ','\'',$(1))'
stamp = @mkdir -p $(@D); { printf '%s\n' $(call quote,$(1)); $(or $(2),$(CC)) --version 2>&1 | head -n 1; } >$@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# ---- Targets
all: $(B)/poslab $(B)/poslab.1 $(B)/compile_commands.json ## build/poslab, the release program, and its manual (the default)

release debug asan double: %: $(B)/%$(LEFT)/poslab $(B)/%$(LEFT)/tests ## this variant's program and tests, in build/VARIANT
release: $(if $(LEFT),,$(B)/poslab)

core: | $(if $(filter test%,$(MAKECMDGOALS)),release) ## the program without any room, and its tests: build/release/core/poslab, tests; in double precision, too
	$(Q)$(MAKE) --no-print-directory WITHOUT=all release double

# What the attacks are made with: what is preloaded, what stands beside a run, and what is linked with the program.
TORTURE_TOOLS := $(addprefix $(B)/torture/,$(if $(filter Linux,$(SYSTEM)),intercept) still_clock.so \
                 $(patsubst tests/torture/%.c,%.so,$(wildcard tests/torture/failing_*.c)) bits)

# What the page has in place of libraries, and those libraries: both print what they make of the same.
STAND_INS := $(B)/stand_ins $(B)/stand_ins_real
OF_PAGE   := $(if $(filter page,$(THERE)),$(B)/live $(STAND_INS) $(if $(filter Linux,$(SYSTEM)),page))

test-programs: core release asan $(B)/plain $(B)/plain_short $(B)/bench $(TORTURE_TOOLS) $(OF_PAGE) ## build all that `make test` runs

test: test-programs ## run every test; the last line counts them
	$(Q)tests/run

test-near: release $(TORTURE_TOOLS) ## run the tests that concern a file: make test-near FILE...
	$(Q)tests/near.sh $(filter-out $@,$(MAKECMDGOALS))

compare: $(B)/poslab ## the default comparison, that of README.md; the results go to runs/compare
	$(Q)$(B)/poslab compare

experiments: $(B)/poslab ## run every config and hold it against what its first lines expect; coverage of intervals (minutes)
	$(Q)POSLAB=$(B)/poslab tests/experiments.sh
	$(Q)DEAR=1 POSLAB=$(B)/poslab bats --filter 'commands of said.txt' tests/cli/said.bats
	$(Q)POSLAB=$(B)/poslab tests/coverage.sh

encodings: $(B)/poslab ## every encoding on six tasks: the table in runs/README.md (seven minutes)
	$(Q)POSLAB=$(B)/poslab tests/encodings.sh

readme: $(B)/poslab ## run every command of README.md and compare what it prints with what stands there (minutes)
	$(Q)POSLAB=$(B)/poslab tests/readme.sh

example: $(B)/poslab ## train the default comparison anew in runs/example, and draw its figure
	rm -rf runs/example
	$(Q)$(B)/poslab compare --run runs/example
	$(Q)$(B)/poslab plot extrapolation runs/example --to runs/example/figure.svg

bench: $(B)/bench ## measure the speed of every shape, on the kernels OpenBLAS picks by itself
	$(Q)env -u OPENBLAS_CORETYPE $(B)/bench --shape all

PYTHON ?= /usr/bin/python3
bench-peer: $(B)/bench | peer-deps ## the same steps in PyTorch, turn about: the ratios (minutes)
	$(Q)env -u OPENBLAS_CORETYPE $(PYTHON) tests/peer/peer.py --bench $(B)/bench

FUZZ_C       := $(foreach f,$(TEST_C),$(if $(filter fuzz%,$(notdir $(f))),$(f)))
FUZZ         := $(patsubst fuzz_%.c,%,$(filter fuzz_%,$(notdir $(FUZZ_C))))
FUZZ_SECONDS ?= 600
FUZZERS      := $(addprefix $(B)/asan/fuzz_,$(FUZZ))
fuzz: $(FUZZERS) ## look for files that break the readers, FUZZ_SECONDS=600 for each; not part of `make test`
	$(Q)tests/fuzz/run $(B)/asan $(FUZZ_SECONDS) $(FUZZ)
check-seeds: $(B)/asan/tests # every fuzz seed once, with clang's sanitizers
	$(Q)$< fuzz

TORTURE ?= 60
torture: $(B)/poslab $(TORTURE_TOOLS) ## kills, faults, damage, power cuts, fuzz: TORTURE=60 of each kind, or full (an hour)
	$(if $(CLANG),$(Q)$(MAKE) --no-print-directory $(FUZZERS))
	$(Q)FUZZ='$(FUZZ)' tests/torture/run $(TORTURE)

SHARE      := $(DESTDIR)$(PREFIX)/share
BASH_PLACE := bash-completion/completions/poslab
ZSH_PLACE  := zsh/site-functions/_poslab
cluster: $(B)/poslab ## train in parts on a Slurm cluster of four nodes on this machine, with faults (root, slurm-wlm; minutes)
	$(Q)POSLAB=$(B)/poslab tests/cluster/run

plain: $(B)/plain ## poslab in one file, src/plain/plain.c: build it, train its three models, print their table (half a minute)
	$(Q)cd $(B) && ./plain

page: $(B)/poslab-live.html ## the live page: build/poslab-live.html, one file, no server

install: $(B)/poslab $(B)/poslab.1 ## install program, manual, configs, data, and the page if it is made, below PREFIX (and DESTDIR)
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(dir $(SHARE)/$(BASH_PLACE) $(SHARE)/$(ZSH_PLACE)) $(sort $(dir $(addprefix $(SHARE)/poslab/,$(SHARED))))
	install -m 755 $(B)/poslab $(DESTDIR)$(PREFIX)/bin/poslab
	install -m 644 $(B)/poslab.1 $(SHARE)/man/man1/poslab.1
	$(if $(filter completion,$(ROOMS)),$(B)/poslab completion bash >$(SHARE)/$(BASH_PLACE); $(B)/poslab completion zsh >$(SHARE)/$(ZSH_PLACE))
	for f in $(SHARED); do install -m 644 $$f $(SHARE)/poslab/$$f || exit 1; done
	if [ -f $(B)/poslab-live.html ]; then install -m 644 $(B)/poslab-live.html $(SHARE)/poslab; fi

uninstall: ## remove what install put there, and nothing else
	rm -f $(DESTDIR)$(PREFIX)/bin/poslab $(SHARE)/man/man1/poslab.1 $(SHARE)/$(BASH_PLACE) $(SHARE)/$(ZSH_PLACE) $(addprefix $(SHARE)/poslab/,poslab-live.html $(SHARED))
	@rmdir $(SHARE)/poslab/*/* $(SHARE)/poslab/* $(SHARE)/poslab 2>/dev/null || true # kept where you added to them

clean: ## remove build/
	rm -rf $(B)

help: ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "  %-28s%s\n", $$1, $$2 }' Makefile

# ---- Packages. Nothing above looks for an installed package while make reads this file.
deps: ## install what building and running need (apt-get; names the packages elsewhere)
	$(call install-packages,$(DEPS),$(DEPS_BREW))

test-deps: deps page-deps ## install what `make test` needs besides, so that it leaves nothing out
	$(call install-packages,$(TEST_DEPS),$(TEST_DEPS_BREW))

check-deps: deps ## install what `make check` needs besides
	$(call install-packages,$(CHECK_DEPS))

page-deps: deps ## install what `make page` needs besides
	$(call install-packages,$(PAGE_DEPS))

peer-deps: ## install what `make bench-peer` needs besides
	$(call install-packages,$(PEER_DEPS))

# $(call install-packages,DEBIAN,HOMEBREW)
define install-packages
@if [ $(SYSTEM) = Darwin ] && [ -n '$(2)' ]; then echo 'Install with Homebrew:  brew install $(2)'; exit 0; fi; \
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then \
	echo '$@: no apt-get here. Install what your system calls these: $(1)' >&2; exit 1; fi; \
missing=; for p in $(1); do \
	dpkg-query -W -f='$${db:Status-Status}\n' $$p 2>/dev/null | grep -qx installed || missing="$$missing $$p"; done; \
if [ -z "$$missing" ]; then echo '$@: nothing to install'; exit 0; fi; \
if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; else \
	echo "$@: installing needs root and there is no sudo. As root: apt-get install$$missing" >&2; exit 1; fi; \
echo "$@: installing$$missing"; $$sudo apt-get update -qq; \
$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null
endef

# ---- Checks: each can be asked for alone
check: check-format check-shell check-floors check-cppcheck check-clang check-seeds check-tidy ## format, floors, clang, fuzz seeds, analysers

format: ## lay out the sources with clang-format, as `make check` wants them
	clang-format -i $(ALL_C) $(WASM_C) $(HEADERS) $(TORTURE_C) tests/fuzz/entry.c

check-format: | check-deps
	$(Q)clang-format --dry-run -Werror $(ALL_C) $(WASM_C) $(HEADERS) $(TORTURE_C) tests/fuzz/entry.c
check-shell: | check-deps
	$(Q)shellcheck -x $(SCRIPTS)
	$(if $(CLI_TESTS),$(Q)shellcheck -e SC2034 -e SC2154 $(CLI_TESTS)) # variables are set by bats and tests/cli/*.bash
	$(Q)tests/dead_checks.sh
check-floors:
	$(Q)tests/floors.sh
check-cppcheck: | check-deps # it is told what jansson's loops are, and that settings are read by address; --force: our own conditions too
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --language=c --library=posix --library=openmp --force \
	  '-Djson_array_foreach(list,i,item)=while ((item = json_array_get(list, i = 0)))' \
	  '-Djson_object_foreach(object,key,item)=while ((key = "", item = json_object_get(object, key)))' --inline-suppr \
	  --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=invalidPointerCast -Isrc/core -Isrc/rooms -Isrc -Itests $(ALL_C)
check-clang: | check-deps
	$(Q)$(MAKE) --no-print-directory B=$(B)/clang CC=clang WERROR=1 release double $(B)/clang/plain
check-tidy: | check-deps
	$(Q)printf '%s\n' $(ALL_C) | xargs -P "$$(getconf _NPROCESSORS_ONLN)" -n 4 sh -c \
	  'said=$$(clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $(subst ','\'',$(FLAGS)) $(FLAGS_release) -Itests 2>&1) || \
	  { echo "$$said" | grep -v " generated\.$$"; exit 1; }' clang-tidy

# ---- Rules
$(B)/poslab: $(B)/release/poslab
	$(Q)cp -f $< $@

$(B)/poslab.1: src/poslab.1 src/manual.sh $(B)/poslab
	$(Q)src/manual.sh $(B)/poslab $< >$@

# clangd looks for this file in build/ by itself
json = $(subst ",\",$(subst \,\\,$(1)))
$(B)/compile_commands.json: FORCE | $(FIRST)
	@mkdir -p $(@D); { sep='['; for f in $(ALL_C); do \
	printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' "$$sep" $(call quote,$(call json,$(CURDIR))) $$f \
	  $(call quote,$(call json,$(call compile,release) -Itests -c))" $$f"; sep=,; done; echo ']'; } >$@

define variant
$(B)/$(1)/flags: FORCE | $(FIRST)
	$$(call stamp,$$(call compile,$(1)),$$(call compiler,$(1)))

$(B)/$(1)$(LEFT)/parts: FORCE | $(FIRST)
	$$(call stamp,$$(call tests,$(1)) $$(call libraries))

$(B)/$(1)$(LEFT)/poslab: $$(call objects,$(1)) $(B)/$(1)$(LEFT)/parts
	$$(call say,LD,$$@)
	$$(Q)$$(call compile,$(1)) $$(filter %.o,$$^) -o $$@ $$(call libraries)

$(B)/$(1)$(LEFT)/tests: $$(call tests,$(1)) $(B)/$(1)$(LEFT)/parts
	$$(call say,LD,$$@)
	$$(Q)$$(call compile,$(1)) $$(filter %.o,$$^) $(WRAP) -o $$@ $$(call libraries,-lcmocka)
endef

define variant-objects
$(B)/$(1)/%.o: $(2)/%.c $(B)/$(1)/flags
	@mkdir -p $$(@D)
	$$(call say,CC,$$<$(if $(filter-out release,$(1)), ($(1))))
	$$(Q)$$(call compile,$(1)) $(3) -MMD -MP -c $$< -o $$@
endef

# Rooms in the order of the alphabet
$(B)/text$(LEFT)/room_list.c: FORCE
	@mkdir -p $(@D); { echo '#include "base/room.h"'; for r in $(STRUCTS); do echo "extern const struct room $$r;"; done; \
	echo 'const struct room *const rooms[] = {'; for r in $(STRUCTS); do echo "    &$$r,"; done; echo '    0};'; } >$@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

text-name = $(subst /,_,$(subst .,_,$(patsubst core/%,%,$(patsubst rooms/%,%,$(patsubst $(B)/text/%.c,%,$@)))))
# src/core/draw/chart.css becomes the C string `draw_chart_css`, data/chase/nouns.txt `data_chase_nouns_txt`
define text
	@mkdir -p $(@D)
	@{ echo 'extern const char $(text-name)[];'; echo 'const char $(text-name)[] ='; \
	  sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $<; echo ';'; } >$@
endef
$(B)/text/%.c: src/% Makefile
	$(text)
$(B)/text/data/%.c: data/% Makefile
	$(text)

$(foreach v,$(VARIANTS),$(eval $(call variant,$(v))))
$(foreach v,$(VARIANTS),$(eval $(call variant-objects,$(v),src,$(if $(filter release,$(v)),-Wframe-larger-than=$(FRAME))))$(eval $(call variant-objects,$(v),$(B)/text))$(eval $(call variant-objects,$(v),tests,-Itests)))

# The second one trains and evaluates less, so that 1000 examples have a percentage of one digit.
SHORTER := s/STEPS = 800, WARMUP = 50/STEPS = 20, WARMUP = 4/; s/TESTS = 2000/TESTS = 1000/
$(B)/plain $(B)/plain_short: $(PLAIN_C) Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)sed '$(if $(filter %_short,$@),$(SHORTER))' $< | $(CC) -std=c11 -O2 $(WARNINGS) -x c - -o $@ -lm

$(B)/bench: $(patsubst tests/%.c,$(B)/release/%.o,$(BENCH_C)) $(filter-out %/main.o,$(call objects,release)) $(B)/release/parts
	$(call say,LD,$@)
	$(Q)$(call compile,release) $(filter %.o,$^) $(WRAP) -o $@ $(call libraries)

$(B)/live: $(B)/release/rooms/page/live/main.o $(call engine,release) $(B)/release/parts
	$(call say,LD,$@)
	$(Q)$(call compile,release) $(filter %.o,$^) -o $@ $(call libraries)

$(B)/stand_ins: tests/rooms/page/live/stand_ins.c $(filter-out %/exports.c %/files.c %/no_blas.c,$(WASM_C))
$(B)/stand_ins_real: tests/rooms/page/live/stand_ins.c
$(B)/stand_ins $(B)/stand_ins_real: $(filter-out $(B)/release/main.o,$(call objects,release)) $(B)/release/parts
	$(call say,LD,$@)
	$(Q)$(call compile,release) $(filter %.c %.o,$^) -o $@ $(call libraries)

$(WASM)/flags: CC := clang
$(WASM)/flags: FORCE | $(FIRST)
	@command -v clang >/dev/null || { echo 'the page needs clang, its linker and wasi-libc: make page-deps' >&2; exit 1; }
	$(call stamp,$(WASM_CC) $(WASM_FLAGS) $(HOT) $(WASM_LINKED) $(PAGE_C))

# Where the compiler of the program finds them.
$(WASM)/include: $(WASM)/flags
	@rm -rf $@; mkdir -p $@; printf '#include <%s>\n' jansson.h xxhash.h unistr.h unictype.h uniwidth.h | $(CC) -E -M -x c - | \
	  tr ' ' '\n' | grep -E '/(jansson(_config)?|xxhash|uni[a-z]*)\.h$$|/unistring/' | while read -r h; do \
	  case $$h in */unistring/*) ln -sfn "$$(dirname "$$h")" $@/unistring ;; *) ln -sf "$$h" $@/ ;; esac; done

$(WASM)/%.o: src/%.c $(WASM)/flags | $(WASM)/include
	@mkdir -p $(@D)
	$(call say,CC,$< (wasm))
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

$(WASM)/%.o: $(B)/text/%.c $(WASM)/flags
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -c $< -o $@

$(WASM)/poslab.wasm: $(patsubst src/%.c,$(WASM)/%.o,$(PAGE_C)) $(patsubst %,$(WASM)/%.o,core/draw/chart.css $(WORDS))
	$(call say,LD,$@)
	$(Q)$(WASM_CC) $^ -o $@ $(WASM_LINKED)

$(B)/poslab-live.html: $(WASM)/poslab.wasm $(wildcard src/rooms/page/* src/core/draw/*.css src/core/draw/*.js)
	$(call say,CAT,$@)
	$(Q)src/rooms/page/assemble.sh $< $@

$(B)/torture/%.so: tests/torture/%.c Makefile
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) -std=c11 -O2 $(WARNINGS) -fPIC -shared $< -o $@ -ldl

$(B)/torture/intercept: tests/torture/intercept.c Makefile
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) -std=c11 -O2 $(WARNINGS) $< -o $@

$(B)/torture/bits: tests/torture/bits.c $(filter-out %/main.o,$(call objects,release)) $(B)/release/parts
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(call compile,release) $(filter %.c %.o,$^) -o $@ $(call libraries)

$(B)/asan/fuzz_%: tests/fuzz/entry.c $(patsubst tests/%.c,$(B)/asan/%.o,$(FUZZ_C)) $(call engine,asan) \
  $(B)/asan/parts
	$(call say,LD,$@)
	$(Q)$(call compile,asan) -fsanitize=fuzzer -Itests -DTARGET=fuzz_$* $(filter %.c %.o,$^) -o $@ $(call libraries)
-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d $(B)/*/*/*/*.d $(B)/*/*/*/*/*.d)

.PHONY: all help plain test core test-near test-programs torture cluster compare experiments encodings readme example bench bench-peer peer-deps install uninstall clean deps format page page-deps
.PHONY: FORCE $(VARIANTS) test-deps check check-deps check-seeds check-format check-cppcheck check-tidy check-clang check-shell check-floors
.PRECIOUS: $(B)/text/%.c $(B)/text/data/%.c
.DELETE_ON_ERROR:
