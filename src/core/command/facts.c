/* facts.c -- see facts.h. */
#include "command/facts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/room.h"
#include "base/text.h"
#include "cli/signals.h"
#include "draw/chart.h"
#include "maths/loss.h"
#include "measure/encoding_alone.h"
#include "plot/chart_rows.h"
#include "result/answer.h"
#include "result/fill_comparison.h"
#include "result/fill_evaluation.h"
#include "run/training_set.h"
#include "settings/settings_table.h"
#include "study/comparison.h"
#include "study/sweep.h"
#include "train/train.h"

static const struct {
    const char *name;
    double value;
} numbers[] = {
    {"margin", 100 * ANSWER_MARGIN},
    {"held", 200 * ANSWER_MARGIN},
    {"done", EXIT_DONE},
    {"failed", EXIT_FAILED},
    {"usage", EXIT_USAGE},
    {"diverged", EXIT_DIVERGED},
    {"data", EXIT_DATA},
    {"internal", EXIT_INTERNAL},
    {"busy", EXIT_BUSY},
    {"io", EXIT_IO},
    {"stopped", EXIT_STOPPED},
    {"members", COMPARE_MEMBERS},
    {"labels", LOSS_GIVEN},
    {"nearest", CLOSEST_POSITIONS},
    {"curves", SWEEP_CURVES},
    {"panels", CHART_PANELS_FROM},
    {"rows", CHART_ROWS_FEW},
    {"lazy_words", LAZY_WORDS},
    {"texts", EVALUATION_TEXTS},
    {"lazy_per_token", LAZY_PER_TOKEN},
    {"validations", VALIDATIONS},
    {"validation_time", VALIDATION_TIME},
    {"warmup", WARMUP_PART},
    {"reached", RUN_LOG_REACHED},
    {"logged", RUN_LOG_MEAN_OF},
    {"interval", 1 - INTERVAL_ALPHA},
    {"marked", HOLM_ALPHA},
    {"pause", COMMAND_PAUSE},
};

/* A number, or columns; NULL: no room of this build knows it. */
static const struct help_fact *fact_of_room(const char *name, bool columns) {
    for (const struct room *const *r = rooms; *r; r++)
        if ((*r)->fact && ((*r)->fact->columns != NULL) == columns && strcmp((*r)->fact->name, name) == 0)
            return (*r)->fact;
    return NULL;
}

/* NULL: there is no such setting. */
static const char *default_of(const char *key) {
    const struct setting *o = settings_find(key);
    return o ? o->standard : NULL;
}

/* One of the table, or a setting's default: of a range its end. */
static bool number(const char *name, double *x) {
    const char *given = default_of(name), *end = given ? strstr(given, "..") : NULL;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0) {
            *x = numbers[i].value;
            return true;
        }
    const struct help_fact *known = fact_of_room(name, false);
    *x = known ? known->number : 0;
    return known || (given && text_number(end ? end + 2 : given, x));
}

/* 75 or 100,000; five; a tenth; 95 %. NULL: there is no such number, or it has no such form. */
static const char *number_text(const char *kind, const char *name, struct arena *arena) {
    static const char *const
        words[] = {[2] = "two",   [3] = "three", [4] = "four", [5] = "five", [6] = "six",
                   [7] = "seven", [8] = "eight", [9] = "nine", [10] = "ten"},
        *const parts[] = {
            [2] = "half", [3] = "a third", [4] = "a quarter", [5] = "a fifth", [8] = "an eighth", [10] = "a tenth"};
    enum { WORDS = sizeof words / sizeof *words };
    double x;
    if (!number(name, &x))
        return NULL;
    if (strcmp(kind, "percent") == 0)
        return arena_format(arena, "%g %%", 100 * x);
    bool part = strcmp(kind, "part") == 0;
    int n = (int)lrint(part && x < 1 ? 1 / x : x);
    if (part || strcmp(kind, "words") == 0)
        return n < 0 || n >= WORDS ? NULL : part ? parts[n] : words[n];
    return strcmp(kind, "exit") != 0 && strcmp(kind, "number") != 0 ? NULL
           : n >= 1000                                              ? arena_format(arena, "%d,%03d", n / 1000, n % 1000)
                                                                    : arena_format(arena, "%d", n);
}

/* Column names of CSV: the labels of its table, or what comes after them. */
static const char *columns(const char *name, struct arena *arena) {
    static const struct {
        const char *name;
        struct table head;
    } all[] = {
        {"comparison", {.label = summary_labels}},
        {"evaluation", {.label = evaluation_labels}},
        {"means", {.values = 1, .means = true, .baselines = 1}},
        {"values", {.values = 1, .baselines = 1}},
        {"measured", {.values = 1}},
    };
    size_t i = 0, count = sizeof all / sizeof *all;
    while (i < count && strcmp(all[i].name, name) != 0)
        i++;
    struct table t = i < count ? all[i].head : (struct table){0};
    const struct help_fact *known = fact_of_room(name, true);
    if (i == count && !known)
        return NULL;
    t.label = i < count ? t.label : known->columns;
    struct memory_stream text;
    const char *list = "";
    while (t.label && t.label[t.labels].key)
        t.labels++;
    memory_stream_open(&text);
    table_csv_head(text.f, &t);
    fclose(text.f);
    char *rest = NULL;
    for (char *word = strtok_r(text.bytes, ",\n", &rest); word; word = strtok_r(NULL, ",\n", &rest))
        list = arena_format(arena, "%s%s%s", list, *list ? ", " : "", word);
    free(text.bytes);
    return list;
}

static const char *fact(const char *kind, const char *name, struct arena *arena) {
    if (strcmp(kind, "formula") == 0)
        return strchr(name, '=') ? strchr(name, '=') + 1 : NULL;
    return strcmp(kind, "columns") == 0   ? columns(name, arena)
           : strcmp(kind, "default") == 0 ? default_of(name)
                                          : number_text(kind, name, arena);
}

/* The next "{kind:" from there on, with the colon in *colon; NULL: none. What documents JSON has blanks or capitals. */
static const char *next_fact(const char *text, const char **colon) {
    while ((text = strchr(text, '{'))) {
        *colon = text + 1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz");
        if (**colon == ':' && *colon > text + 1 && (*colon)[1] != ' ' && strchr(*colon, '}'))
            return text;
        text++;
    }
    return NULL;
}

/* Fills in what it can; the first that it cannot is in *unknown. */
static const char *fill(const char *text, const char **unknown, struct arena *arena) {
    struct memory_stream out;
    const char *at, *colon;
    memory_stream_open(&out);
    for (; (at = next_fact(text, &colon)); text = colon + strcspn(colon, "}") + 1) {
        const char *kind = arena_format(arena, "%.*s", (int)(colon - at - 1), at + 1),
                   *name = arena_format(arena, "%.*s", (int)strcspn(colon + 1, "}"), colon + 1),
                   *is = fact(kind, name, arena);
        if (!is && !*unknown)
            *unknown = arena_format(arena, "{%s:%s}", kind, name);
        fprintf(out.f, "%.*s%s", (int)(at - text), text, is ? is : "");
    }
    fputs(text, out.f);
    fclose(out.f);
    const char *filled = arena_text(arena, out.bytes);
    free(out.bytes);
    return filled;
}

const char *facts_unknown(const char *text, struct arena *arena) {
    const char *unknown = NULL;
    fill(text, &unknown, arena);
    return unknown;
}

const char *facts_fill(const char *text, struct arena *arena) {
    const char *unknown = NULL, *filled = fill(text, &unknown, arena);
    assert(!unknown);
    return filled;
}
