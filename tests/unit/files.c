/* files.c -- see files.h. */
#include "unit/files.h"

#include <stdio.h>
#include <string.h>

#include "task/kinds.h"
#include "task/tokenizer.h"
#include "unit/opened.h"
#include "unit/tests.h"

void write_file(const char *folder, const char *name, struct bytes content) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, folder, name, &e));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(content.text, 1, content.size, f), content.size);
    assert_int_equal(fclose(f), 0);
}

static void set_option(struct file_task *o, const struct task *kind, struct option option) {
    struct error e;
    for (const struct setting *s = kind->options; s->key; s++)
        if (strcmp(s->key, option.key) == 0) {
            if (!setting_read(s, o->options, option.value, &e))
                fail_msg("%s: %s", option.key, e.text);
            return;
        }
    fail_msg("task %s has no option %s", kind->name, option.key);
}

bool open_files(struct file_task *o, const struct task *kind, const struct option *options,
                const struct task_input *in) {
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    for (; options->key; options++)
        set_option(o, kind, *options);
    return task_build(&o->task, kind, o->options, in, &o->arena, &o->error);
}

/* Room for an example of the arena, and the example where the task holds it. */
static struct example draw(const struct file_task *o, enum task_stream from, int number, int words,
                           struct arena *arena) {
    const struct task *kind = o->task.kind;
    size_t room = 2 * (size_t)kind->rows(&o->task, words);
    struct example x = {arena_alloc(arena, room, sizeof(int)), arena_alloc(arena, room, sizeof(int)),
                        arena_alloc(arena, room, sizeof(int)), arena_alloc(arena, room, sizeof(int)),
                        arena_alloc(arena, room, sizeof(int))};
    struct random r = random_open(1, RANDOM_TRAIN, (uint64_t)number);
    struct task_draw d = {from, words, number, &r, -1};
    kind->draw(&o->task, &d, &x);
    return x;
}

const char *written_row(const struct file_task *o, enum task_stream from, int number, struct arena *arena) {
    const struct task_built *t = &o->task;
    int words = t->kind->dataset_words(t, from, number);
    struct example x = draw(o, from, number, words, arena);
    const char *text[2];
    char buffer[TASK_WORD_MAX];
    task_decode(t, &x, t->kind->rows(t, words), arena, text);
    const char *label = t->kind->answer(t, x.answer[0], buffer);
    size_t size = strlen(label) + strlen(text[0]) + strlen(text[1]) + sizeof "||;";
    char *out = arena_alloc(arena, size, 1);
    snprintf(out, size, "%s|%s|%s;", label, text[0], text[1]);
    return out;
}

void assert_reads_back(const struct file_task *o, enum task_stream from, int number) {
    const struct task_built *t = &o->task;
    struct arena arena = {0};
    struct error e = {0};
    int words = t->kind->dataset_words(t, from, number), rows = t->kind->rows(t, words), targets = 0;
    struct example x = draw(o, from, number, words, &arena), back = draw(o, from, number, words, &arena);
    const char *text[2];
    task_decode(t, &x, rows, &arena, text);
    memset(back.token, -1, (size_t)rows * sizeof(int));
    memset(back.segment, -1, (size_t)rows * sizeof(int));
    if (t->kind->encode(t, text, &back, &targets, &e) != words)
        fail_msg("'%s' '%s' is not read back: %s", text[0], text[1], e.text);
    assert_memory_equal(back.token, x.token, (size_t)rows * sizeof(int));
    assert_memory_equal(back.segment, x.segment, (size_t)rows * sizeof(int));
    arena_free(&arena);
}

struct safetensors_entry kept_entry(const struct file_task *o, const char *name) {
    struct safetensors_entry saved[TASK_SAVED];
    int count = task_save(&o->task, saved), i = 0;
    while (i < count && strcmp(saved[i].name, name) != 0)
        i++;
    assert_true(i < count);
    return saved[i];
}
