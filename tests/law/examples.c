/* examples.c -- see examples.h. */
#include "law/examples.h"

#include <string.h>

#include "run/batches.h"
#include "settings/settings.h"
#include "task/tokenizer.h"
#include "unit/tests.h"

void examples_open(struct examples *o, const struct task *kind, const char *const *option) {
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    for (; *option; option += 2)
        for (const struct setting *s = kind->options; s->key; s++)
            assert_true(strcmp(s->key, option[0]) != 0 || setting_read(s, o->options, option[1], &e));
    if (!task_build(&o->task, kind, o->options, NULL, &o->arena, &e))
        fail_msg("%s", e.text);
    batch_build(&o->batch, &o->task, EXAMPLES, LONGEST, &o->arena);
}

static const struct position_scheme ordered = {POSITIONS_ORDERED, 0};

void examples_draw(struct examples *o, uint32_t seed, int length) {
    const struct task_built *t = &o->task;
    int held = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, LONGEST) : EXAMPLES;
    batch_clear(&o->batch);
    for (int i = 0; i < EXAMPLES; i++) {
        if (length < 0)
            batch_add_training(&o->batch, t, ordered, seed, (uint64_t)i);
        else
            batch_add_evaluation(&o->batch, t, ordered, (struct batch_seeds){seed, 1}, length, (uint32_t)(i % held));
    }
}

static void assert_same(const int *one, const int *two, int count) {
    for (int i = 0; i < count; i++)
        assert_int_equal(one[i], two[i]);
}

/* Sequence s, decoded and encoded again. */
static void check_round_trip(const struct examples *o, int s) {
    const struct task_built *t = &o->task;
    const struct batch *b = &o->batch;
    int row = b->start[s], rows = b->start[s + 1] - row, first = b->target_start[s],
        targets = b->target_start[s + 1] - first;
    int room[5][16 * LONGEST], target[LONGEST], got = 0;
    const struct example drawn = {b->token + row, b->segment + row, b->position + row, target, b->answer + first};
    struct example back = {room[0], room[1], room[2], room[3], room[4]};
    struct arena arena = {0};
    const char *texts[2];
    struct error e;
    for (int i = 0; i < targets; i++)
        target[i] = b->target[first + i] - row;
    task_decode(t, &drawn, rows, &arena, texts);
    int words = t->kind->encode(t, texts, &back, &got, &e);
    if (words == 0)
        fail_msg("%s: '%s' '%s': %s", t->kind->name, texts[0], texts[1], e.text);
    assert_int_equal(t->kind->rows(t, words), rows);
    assert_int_equal(got, targets);
    assert_same(back.token, drawn.token, rows);
    assert_same(back.segment, drawn.segment, rows);
    assert_same(back.position, drawn.position, rows);
    assert_same(back.target, target, targets);
    arena_free(&arena);
}

void check_round_trips(const struct task *kind, const char *const *options) {
    static struct examples o;
    examples_open(&o, kind, options);
    examples_draw(&o, 5, -1);
    for (int s = 0; s < 50; s++)
        check_round_trip(&o, s);
    arena_free(&o.arena);
}
