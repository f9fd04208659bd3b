# shellcheck shell=bash disable=SC2154
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row plot_sweep swept plot sweep run --over batch --to picture.svg

part_swept() { made limited compare none "${lopsided[@]/train.batch=4/train.beta1=0.9}" compare.grid=batch=3,4 --run run; }
