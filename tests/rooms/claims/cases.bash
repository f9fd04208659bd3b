# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row claims claim claims mine.ini --seeds 1 --jobs 1 --run run
row claims_formula - claims 6 --json --run run
row claims_again claimed claims mine.ini --seeds 1 --json --run run
row claims_part claim claims mine.ini --seeds 1 --jobs 1 --part 1/2 --run run
row claims_page claimed claims mine.ini --seeds 1 --run run --to page.html
row runs_claims claimed runs run

part_claim() {
    cat >mine.ini <<'INI'
[experiment mine]
summary = first
task.name = first
model.d_model = 8
model.heads = 1
train.steps = 20
train.warmup = 2
compare.members = none, learned
eval.lengths = 1x 2x
eval.examples = 8
eval.policies = extend clamp
[claim]
number = 42
sentence = Clamping is better.
measured = A learned table at twice its length.
factors = task, length
[table better]
heads = clamp, extend, more
test = more
margin = 2
row = first, 2x | mine learned clamp 2x | mine learned extend 2x
INI
}
part_claimed() { lay claim && made limited claims mine.ini --seeds 1 --jobs 1 --run run; }
