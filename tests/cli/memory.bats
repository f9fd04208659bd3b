# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# memory.bats -- memory that runs out: a small share of tests/torture/memory.sh, and limits of the address space and of
# stacks.

load helpers

setup() {
    set_work
}

train=(train task.name=first train.steps=12 train.warmup=4 train.batch=64 eval.examples=20 'eval.lengths=1x 2x')

failing_malloc() {
    export FAILING_MALLOC="$BATS_FILE_TMPDIR/failing_malloc.so"
    [ -e "$FAILING_MALLOC" ] || cc -shared -fPIC -o "$FAILING_MALLOC" tests/torture/failing_malloc.c -ldl 2>/dev/null ||
        skip "no C library with the inner names of glibc's"
}

@test "an allocation that fails, wherever it is: 70 and a line, or all that was asked for" {
    cases=(help_list plot_screen train compare)
    ! there predict || cases+=(task)
    ! there report || cases+=(report)
    run_both tests/torture/memory.sh 12 "${cases[@]}"
    cat "$output_file" "$error_file"
    ! grep -q 'left out' "$output_file" || skip "$(cut -f 4 "$output_file")"
    [ "$status" = 0 ]
    awk -F '\t' -v n="${#cases[@]}" '$2 != 12 || $2 != $3 || $4 != 0 { exit 1 } END { if (NR != n) exit 1 }' "$output_file"
}

@test "a member of a comparison that runs out of memory says so, and the others go on" {
    failing_malloc
    run_both env COUNT_IN="$work/count" LD_PRELOAD="$FAILING_MALLOC" "$poslab" compare "${small[@]}" \
        'compare.members=rope, none' compare.seeds=1..1 --jobs 1 --run "$work/all"
    [ "$status" = 0 ]
    count=$(od -An -tu4 "$work/count" | tr -d ' ')
    FAIL_AT=$((count / 16)) run_both env LD_PRELOAD="$FAILING_MALLOC" "$poslab" compare "${small[@]}" \
        'compare.members=rope, none' compare.seeds=1..1 --jobs 1 --run "$work/c"
    [ "$status" = 1 ]
    grep -q 'out of memory' "$output_file" "$error_file"
    [ -s "$work/c/none-seed1/eval.tsv" ] && [ ! -e "$work/c/rope-seed1/eval.tsv" ]
}

@test "little address space: refused with a line, or done; never a crash, never for ever" {
    for megabytes in $(seq 180 60 540); do # with less, OpenBLAS may try for ever before the program begins
        for command in help train; do
            words=("$command")
            [ "$command" = help ] || words=("${train[@]}" --run "$work/$megabytes")
            run_both limited -v $((1024 * megabytes)) "$poslab" "${words[@]}"
            case $status in
                0) ;;
                70) grep -q 'poslab: out of memory' "$error_file" ;;
                127) grep -q 'error while loading shared libraries' "$error_file" ;; # of the loader
                *)
                    echo "$megabytes MB, $command: $status $(cat "$error_file")"
                    return 1
                    ;;
            esac
        done
    done
}

@test "small stacks of threads: done, or refused with a line" {
    for size in 16k 100k 200k; do
        run_both env OMP_STACKSIZE="$size" "$poslab" "${train[@]}" model.d_model=64 --threads 2 --run "$work/$size"
        if [ "$status" != 0 ]; then
            [ "$size $status" = '16k 70' ]
            grep -q 'out of memory or of threads' "$error_file"
        fi
    done
    cmp "$work/100k/checkpoint.safetensors" "$work/200k/checkpoint.safetensors"
}

# A size that no terminal and no machine has is no size; a text is none either.
@test "absurd numbers in the environment and in options: done or refused, in bounded memory" {
    run_both "$poslab" compare none rope "${small[@]}" compare.seeds=1..2 --run "$work/c"
    [ "$status" = 0 ]
    while read -r names command; do
        ! lacks "$command" || continue
        for name in ${names//,/ }; do
            for value in 0 -1 1000000000 2147483648 9223372036854775808 text; do
                called="$name=$value $poslab $command"
                [[ $name != --* ]] || called="$poslab $command $name $value"
                # shellcheck disable=SC2086
                run_both limited -v 1500000 env $called
                case "$status $name" in
                    '0 '*) ;;
                    '2 --'*) grep -q -- "$name $value: expected" "$error_file" ;;
                    *) echo "$called: $status $(cat "$error_file")"; return 1 ;;
                esac
            done
        done
    done <<END
COLUMNS,LINES,--width plot $work/c
COLUMNS,LINES,--width show encoding rope
COLUMNS,--width,--jobs compare --run $work/c
OMP_NUM_THREADS,SOURCE_DATE_EPOCH,--threads eval $work/c/rope-seed1
SOURCE_DATE_EPOCH report $work/c --to $work/page.html
--count,--length show task order
--positions,--head show encoding alibi
--offset show encoding sinusoidal --view shift
--count predict $work/c/rope-seed1 XY
--seeds,--jobs claims 6 --run $work/claims
END
}
