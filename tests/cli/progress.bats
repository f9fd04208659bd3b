# progress.bats -- the progress line in a real terminal (util-linux's script makes one): it never takes a second line. Each
# reading of the clock moves it, so that a run of a hundred steps takes seconds, on every machine the same.
# shellcheck shell=bash disable=SC2034,SC2154
load helpers

long=(task.name=first train.steps=100 train.warmup=10 eval.examples=50 eval.lengths=1x)
export CLOCK_STEP=0.02

# in_terminal COLUMNS COMMAND: runs a shell command in a terminal of that width, whatever the environment says; its
# output goes to $work/seen.
in_terminal() {
    env -u COLUMNS TERM=xterm "${clock[@]:1}" script -qfec "stty cols $1 rows 24; export COLUMNS=70; $2" "$work/seen" >/dev/null </dev/null
}

# What is drawn between two returns to the start of the line, without colours and wiping.
redraws() {
    tr '\r' '\n' <"$work/seen" | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep '%'
}

# At each width a line of the run, which has what there is room for.
@test "one line at 20, 40, 80 and 200 columns, with colours and without; a validation is told" {
    while IFS='|' read -r columns colour line; do
        in_terminal "$columns" "$colour '$poslab' train ${long[*]} --run $work/run-$columns >/dev/null"
        widest=$(redraws | LC_ALL=C.UTF-8 wc -L)
        echo "$columns columns: $(redraws | wc -l) redraws, the widest of $widest columns"
        [ "$(redraws | wc -l)" -ge 3 ]
        [ "$widest" -lt "$columns" ]
        [ "$(grep -c % "$work/seen")" = 1 ]
        redraws | grep -qE "$line"
    done <<'END'
20||^training +[0-9]+ %
40||^training +[0-9]+ %  loss [0-9.]+, [0-9]+ s left$
80|NO_COLOR=1|^training \[=* *\] +[0-9]+ %  (step [0-9]+/100  )?loss [0-9.]+  [0-9]+ examples/s, [0-9]+ s left$
200|NO_COLOR=1|^training \[=* *\] +[0-9]+ %  step [0-9]+/100  loss [0-9.]+  accuracy [0-9.]+  [0-9]+ examples/s  learning rate [0-9.e-]+, [0-9]+ s left$
END
    in_terminal 150 "NO_COLOR=1 '$poslab' train ${long[*]} train.patience=50 train.schedule=constant task.examples=500 --run $work/early >/dev/null"
    redraws | grep -qE '  validation [0-9.]+, [0-9]+ s left$'
}

@test "a terminal that becomes narrower is asked again, and what it made of the line is wiped" {
    in_terminal 120 "'$poslab' train ${long[*]/100/20000000} --run $work/run >/dev/null & process=\$!
        until grep -q loss $work/seen || ! kill -0 \$process; do sleep 0.02; done
        stty cols 30
        wide=\$(wc -c <$work/seen)
        until [ \$(wc -c <$work/seen) -gt \$((wide + 400)) ] || ! kill -0 \$process; do sleep 0.02; done
        kill -TERM \$process; wait"
    redraws | awk '{ print (length($0) < 30 ? "narrow" : "wide") }' | uniq >"$work/widths"
    printf 'wide\nnarrow\n' | diff - "$work/widths"
    # 94 to 119 columns are four lines of 30: three up, once
    [ "$(grep -aoP '\x1b\[[0-9]+A' "$work/seen")" = $'\x1b[3A' ]
}

@test "the line is wiped at the end: what is printed next begins at the left" {
    in_terminal 60 "'$poslab' train ${long[*]} --run $work/run"
    grep -qF $'left\r\x1b[Klearned, seed 1: ' "$work/seen"
}

@test "where stderr is no terminal: whole lines, nothing to wipe" {
    run_both env COLUMNS=20 "$poslab" train "${long[@]}" --run "$work/run"
    [ -s "$error_file" ]
    [ "$(grep -cvE '^training +[0-9]+ %  (step [0-9]+/100  loss [0-9.]+  accuracy [0-9.]+  [0-9]+ examples/s|evaluating [0-9]+ of [0-9]+: .*)(, [0-9]+ s left)?$' "$error_file")" = 0 ]
}

@test "a comparison counts the models that are finished apart from those that run" {
    # the second model waits until what is said of it can be seen
    in_terminal 100 "NO_COLOR=1 CLOCK_AFTER=../learned-seed1/metrics.jsonl CLOCK_UNTIL=$work/go \
        '$poslab' compare ${long[*]} compare.members=none,learned compare.seeds=1..1 --jobs 1 --run $work/c >/dev/null &
        until grep -q '1 of 2 .* 1 running  mean loss' $work/seen || ! kill -0 \$!; do sleep 0.02; done; touch $work/go; wait"
    redraws | grep -oE '[0-9] of [0-9] models finished, [0-9] running' | uniq >"$work/said"
    redraws | grep -qE '1 running  mean loss 0\.[0-9]{4}, [0-9]+ s left$'
    [ "$(head -n 1 "$work/said")" = '0 of 2 models finished, 1 running' ]
    grep -qx '1 of 2 models finished, 1 running' "$work/said"
    awk '$1 + $6 > $3 { bad = 1 } END { exit bad }' "$work/said"
}

@test "the bar goes on over the evaluation: length and policy are named, and 100 % is not said before the last" {
    evaluated=(task.name=first train.steps=20 train.warmup=5 eval.examples=5000 "eval.lengths=1x 8x" "eval.policies=interpolate clamp")
    "$poslab" train "${evaluated[@]}" --run "$work/run" 2>/dev/null
    rm "$work/run/eval.tsv"
    in_terminal 100 "NO_COLOR=1 '$poslab' train --resume --run $work/run >/dev/null"
    redraws >"$work/trained"
    head -n 1 "$work/trained" | grep -qE '^training \[=* *\] +[0-9]+ %  evaluating 1 of 4: in range$'
    in_terminal 100 "NO_COLOR=1 '$poslab' eval $work/run >/dev/null"
    redraws >"$work/evaluated"
    head -n 1 "$work/evaluated" | grep -qE '^evaluating \[ *\] +0 %  1 of 4: in range$'
    [ "$(grep -h '100 %' "$work/trained" "$work/evaluated" | grep -vc ' 4 of 4: ')" = 0 ]
}
