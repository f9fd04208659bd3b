/* start_from.c -- see start_from.h. */
#include "run/start_from.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "settings/settings_difference.h"

#define KEY "train.from"
#define SEED "{seed}"
#define BY_TEXT "; embedding.token=RUN takes only words, by their text"

/* A transfer of one run's weights into another. */
struct start {
    const struct run *here;
    struct run there;
    char path[PATH_MAX_LENGTH], fingerprint[CHECKSUM_DIGITS + 1];
};

/* ---- The file */

/* The name with the seed in it. */
static bool put_seed(char name[PATH_MAX_LENGTH], const struct settings *s) {
    const char *from = s->start.from, *at = strstr(from, SEED);
    name[0] = 0;
    return at ? text_append(name, PATH_MAX_LENGTH, "%.*s%d%s", (int)(at - from), from, s->train.seed, at + strlen(SEED))
              : text_append(name, PATH_MAX_LENGTH, "%s", from);
}

bool start_from_path(char path[PATH_MAX_LENGTH], const struct settings *s, struct error *e) {
    char name[PATH_MAX_LENGTH];
    bool ok = put_seed(name, s);
    if (ok && file_is_folder(name))
        ok = file_path(path, name, CHECKPOINT_FILE, e);
    else
        snprintf(path, PATH_MAX_LENGTH, "%s", name);
    if (ok && file_missing(path))
        return error_set(e, EXIT_USAGE, KEY ": there is no %s; name a run folder or its checkpoint", path);
    return ok || error_set(e, EXIT_USAGE, KEY ": the name is too long");
}

/* XXH3-128 of all its bytes, as xxh128sum prints it. */
static bool take_fingerprint(struct start *s, struct error *e) {
    struct file_map m;
    if (!file_map_open(&m, s->path, e))
        return false;
    checksum_digits(s->fingerprint, XXH3_128bits(m.bytes, m.size));
    file_map_close(&m);
    const char *expected = s->here->settings.start.xxh3;
    return !*expected || strcmp(expected, s->fingerprint) == 0 ||
           error_set(e, EXIT_USAGE,
                     KEY ": %s is not the file that this run began from: its XXH3 is %s, " KEY
                         "_xxh3 = %.40s; put that "
                         "file back, or give " KEY "_xxh3= to begin from this one",
                     s->path, s->fingerprint, expected);
}

/* ---- Whether it fits */

/* The first setting that differs, but for those in which a run may differ from the one that it begins from. */
static void name_difference(void *text, const char *key, const char *there, const char *here) {
    static const char free[] = "encoding.extrapolation encoding.original_max_position task.words task.examples";
    if (!*(char *)text && !text_lists(free, key))
        settings_tell(text, key, there, here);
}

static const char *shape(const struct tensor *t, char text[64]) {
    text[0] = 0;
    if (!t)
        text_append(text, 64, "missing");
    else if (t->rows)
        text_append(text, 64, "(%d, %d)", t->rows, t->columns);
    else
        text_append(text, 64, "(%d)", t->columns);
    return text;
}

static bool unfit(const struct start *s, const char *name, const struct tensor *there, const struct tensor *here,
                  struct error *e) {
    char why[SETTINGS_DIFFERENCE] = "", a[64], b[64];
    settings_each_difference(&s->there.settings, &s->here->settings, "model attention recurrent encoding task",
                             name_difference, why);
    return error_set(e, EXIT_USAGE, KEY ": %s does not fit: tensor %s is %s there, %s here%s%s%s", s->path, name,
                     shape(there, a), shape(here, b), *why ? ": " : "", why,
                     strncmp(why, "task.", 5) == 0 ? BY_TEXT : "");
}

static bool is_positions(const struct run *r, const struct tensor *t) {
    const char *table = r->model.encoding.kind->table;
    return table && strcmp(t->name, table) == 0;
}

static bool check_tensors(const struct start *s, struct error *e) {
    const struct params *there = &s->there.model.params, *here = &s->here->model.params;
    for (const struct tensor *t = here->tensor; t < here->tensor + here->count; t++) {
        const struct tensor *other = params_find(there, t->name);
        if (!other || other->columns != t->columns || (other->rows != t->rows && !is_positions(s->here, t)))
            return unfit(s, t->name, other, t, e);
    }
    for (const struct tensor *t = there->tensor; t < there->tensor + there->count; t++)
        if (!params_find(here, t->name))
            return unfit(s, t->name, t, NULL, e);
    return true;
}

/* The same tensors may be those of another function. */
static bool check_function(const struct start *s, struct error *e) {
    char why[SETTINGS_DIFFERENCE];
    return !settings_difference(&s->there.settings, &s->here->settings, "model recurrent", why) ||
           error_set(e, EXIT_USAGE, KEY ": %s does not fit: its tensors are those of another model: %s", s->path, why);
}

typedef const char *name_of(const struct task_built *t, int number, char buffer[TASK_WORD_MAX]);

static bool same_names(const struct start *s, const char *what, name_of *there, name_of *here, int count,
                       const char *advice, struct error *e) {
    char a[TASK_WORD_MAX], b[TASK_WORD_MAX], shown[TEXT_PRINTABLE], also[TEXT_PRINTABLE];
    for (int i = 0; i < count; i++) {
        const char *old = there(&s->there.task, i, a), *new = here(&s->here->task, i, b);
        if (strcmp(old, new) != 0)
            return error_set(e, EXIT_USAGE, KEY ": %s does not fit: %s %d is '%s' there, '%s' here%s", s->path, what, i,
                             text_printable(shown, old), text_printable(also, new), advice);
    }
    return true;
}

static bool check_names(const struct start *s, struct error *e) {
    const struct task *there = s->there.settings.task, *here = s->here->settings.task;
    const struct task_sizes *size = &s->here->task.size;
    return same_names(s, "word", there->word, here->word, size->vocabulary, BY_TEXT, e) &&
           same_names(s, "answer", there->answer, here->answer, size->classes, "", e);
}

/* After an error there is nothing to free. */
static bool open_start(struct start *s, const struct run *r, struct error *e) {
    static const struct assignments nothing;
    s->here = r;
    if (!start_from_path(s->path, &r->settings, e) || !take_fingerprint(s, e))
        return false;
    if (!checkpoint_read(&s->there, s->path, &nothing, NULL, e))
        return error_prefix(e, KEY);
    if (!run_check_layer(&s->there, s->path, "model weights", e))
        error_prefix(e, KEY);
    else if (check_tensors(s, e) && check_function(s, e) && check_names(s, e))
        return true;
    run_free(&s->there);
    return false;
}

/* ---- Beginning */

/* Rows of positions that both have; those that no position reads, where both have as many. */
static void copy_positions(const struct start *s, real *to, const real *from, const struct tensor *here,
                           const struct tensor *there) {
    int own = s->here->model.encoding.rows, others = s->there.model.encoding.rows, rows = own < others ? own : others;
    int unread = here->rows - own, unread_there = there->rows - others;
    size_t columns = (size_t)here->columns;
    if (unread == unread_there)
        memcpy(to, from, (size_t)unread * columns * sizeof *to);
    memcpy(to + (size_t)unread * columns, from + (size_t)unread_there * columns, (size_t)rows * columns * sizeof *to);
}

static void copy_weights(const struct start *s, struct run *r) {
    const struct params *there = &s->there.model.params, *here = &r->model.params;
    for (const struct tensor *t = here->tensor; t < here->tensor + here->count; t++) {
        const struct tensor *other = params_find(there, t->name);
        real *to = here->value + t->offset;
        const real *from = there->value + other->offset;
        if (is_positions(r, t))
            copy_positions(s, to, from, t, other);
        else
            memcpy(to, from, t->count * sizeof *to);
    }
}

/* What became of the positions. */
static void tell_positions(const struct start *s, char *text, size_t size) {
    const struct encoding_built *own = &s->here->model.encoding, *other = &s->there.model.encoding;
    if (own->rows > other->rows)
        text_append(text, size, "; its %d positions are the first of %d, the others are drawn", other->rows, own->rows);
    else if (own->rows < other->rows)
        text_append(text, size, "; of its %d positions the first %d", other->rows, own->rows);
    if (own->fixed)
        text_append(text, size, "; %s maps positions 0..%d of training to 0..%d", own->fixed->name,
                    own->size.trained - 1, own->origin.positions - 1);
    if (strcmp(own->kind->name, other->kind->name) != 0)
        text_append(text, size, "; encoding %s there, %s here", other->kind->name, own->kind->name);
}

bool start_from_check(const struct run *r, struct error *e) {
    struct start s = {0};
    if (!*r->settings.start.from || !run_learner(r)->layer)
        return true;
    if (!open_start(&s, r, e))
        return false;
    run_free(&s.there);
    return true;
}

bool start_from(struct run *r, struct error *e) {
    struct start s = {0};
    char shown[TEXT_PRINTABLE], more[512] = "";
    if (!*r->settings.start.from || !run_learner(r)->layer)
        return true;
    if (!open_start(&s, r, e))
        return false;
    copy_weights(&s, r);
    tell_positions(&s, more, sizeof more);
    snprintf(r->settings.start.xxh3, sizeof r->settings.start.xxh3, "%s", s.fingerprint);
    r->tables =
        arena_format(&r->arena, "Starting with the weights of %s. Its checkpoint is from step %d, XXH3 %s%s.",
                     text_printable(shown, r->settings.start.from), run_weights_step(&s.there), s.fingerprint, more);
    run_free(&s.there);
    return true;
}

/* ---- All ways */

static const struct run_start from = {"from", start_from_check, start_from};
const struct run_start *run_starts[RUN_STARTS_MAX + 1] = {&from, NULL};

bool run_start_check(const struct run *r, struct error *e) {
    const struct run_start *const *s = run_starts;
    while (*s && (*s)->check(r, e))
        s++;
    return !*s;
}

bool run_start(struct run *r, struct error *e) {
    const struct run_start *const *s = run_starts;
    while (*s && (*s)->begin(r, e))
        s++;
    return !*s;
}
