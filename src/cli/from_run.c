/* from_run.c -- --from RUN: a new run, or a comparison, has the settings of another run unless they are given, and
 * begins with its weights. */
#include "cli/from_run.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "folder/run_folder.h"
#include "train/start_from.h"

/* What is of the other run alone: what it began with itself, and a warmup that follows from its steps. */
static bool is_own(const struct run *r, const char *key, bool comparison) {
    return text_lists("train.from train.from_xxh3 embedding.token embedding.position encoding.original_max_position",
                      key) ||
           (comparison && text_lists("encoding.name train.seed", key)) ||
           (strcmp(key, "train.warmup") == 0 && training_warmup_is_usual(&r->settings.train));
}

static bool set_missing(struct assignments *a, const char *key, const char *value, const char *where, struct error *e) {
    return assignments_value(a, key) || assignments_set(a, key, value, where, e);
}

/* The settings that are not given are those of the run, as if `path` were its config file. A policy maps positions of
 * the new training into its original ones; members of a comparison have its encoding, unless others are named. */
static bool fill(struct assignments *a, const struct run *r, const char *path, bool comparison, struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    struct arena arena = {0};
    struct assignments *there = arena_alloc(&arena, 1, sizeof *there);
    char text[SETTINGS_TEXT], positions[32];
    settings_write(&r->settings, text, RUN_SECTIONS);
    snprintf(positions, sizeof positions, "%d", b->fixed ? b->origin.positions : b->size.trained);
    bool ok = assignments_read_text(there, text, strlen(text), path, e);
    for (int i = 0; i < there->count && ok; i++) {
        struct assignment item = assignments_item(there, i);
        ok = is_own(r, item.key, comparison) || set_missing(a, item.key, item.value, item.where, e);
    }
    arena_free(&arena);
    return ok && set_missing(a, "encoding.original_max_position", positions, path, e) &&
           (!comparison || assignments_value(a, "compare.members") ||
            set_missing(a, "compare.encodings", r->settings.encoding_name, path, e));
}

static bool read_run(struct run *r, char path[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    static const struct assignments nothing;
    const char *seed = assignments_value(&a->settings, "train.seed");
    struct settings s = {.train.seed = 1};
    snprintf(s.begun.from, sizeof s.begun.from, "%s", a->from);
    if (seed && !text_integer(seed, &s.train.seed))
        return error_set(e, EXIT_USAGE, "train.seed: '%.40s' is not a whole number", seed);
    if (!start_from_path(path, &s, e) || !checkpoint_read(r, path, &nothing, NULL, e))
        return false;
    if (!r->settings.baseline)
        return true;
    error_set(e, EXIT_USAGE, "--from %s: it is the baseline %s, which has no model weights", a->from,
              r->settings.baseline->name);
    run_free(r);
    return false;
}

bool command_begin_from(struct arguments *a, bool comparison, struct error *e) {
    struct run r = {0};
    char path[PATH_MAX_LENGTH];
    if (!a->from)
        return true;
    if (a->config || assignments_value(&a->settings, "train.from"))
        return error_set(e, EXIT_USAGE, "--from takes all settings from %s: %s", a->from,
                         a->config
                             ? "give those of the config file as key=value, or use train.from=RUN instead of --from"
                             : "leave train.from out");
    if (!assignments_set(&a->settings, "train.from", a->from, "--from", e))
        return false;
    if (a->resume && a->run && !run_folder_is_new(a->run))
        return true; /* it is found there, and has all settings itself */
    if (!read_run(&r, path, a, e))
        return false;
    bool ok = fill(&a->settings, &r, path, comparison, e);
    run_free(&r);
    return ok;
}
