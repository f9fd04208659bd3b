/* fuzz.c -- see fuzz.h. */
#include "fuzz/fuzz.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "task/tokenizer.h"

enum { FILES = 8, EXAMPLES = 12, TARGETS = 40 };

struct fuzz_target fuzz_targets[TARGETS];
struct fuzz_reached fuzz_to_reach[FUZZ_FUNCTIONS];

void fuzz_add(struct fuzz_target t) {
    struct fuzz_target *to = fuzz_targets;
    while (to->name)
        to++;
    assert(to + 1 < fuzz_targets + TARGETS);
    *to = t;
}

void fuzz_reach(const char *kind, const char *name, fuzz_function *function) {
    struct fuzz_reached *to = fuzz_to_reach;
    while (to->function)
        to++;
    assert(to + 1 < fuzz_to_reach + FUZZ_FUNCTIONS);
    *to = (struct fuzz_reached){kind, name, function};
}

size_t fuzz_divide(const uint8_t *data, size_t size, const uint8_t **rest, size_t *left) {
    *rest = NULL;
    *left = 0;
    for (size_t i = 0; i + 4 <= size; i++)
        if (memcmp(data + i, "\n--\n", 4) == 0) {
            *rest = data + i + 4;
            *left = size - i - 4;
            return i + 1;
        }
    return size;
}

/* Files stay open and are written over: to make one anew each time would cost more than all else. */
static struct {
    const char *name;
    int handle;
    char path[PATH_MAX_LENGTH];
} file[FILES];
static const char *folder;

void fuzz_folder(const char *path) {
    folder = path;
    for (int i = 0; file[i].name; i++) {
        close(file[i].handle);
        file[i].name = NULL;
    }
}

static void open_file(int i, const char *name) {
    const char *base = folder ? folder : getenv("TMPDIR");
    assert(i + 1 < FILES);
    file[i].name = name;
    snprintf(file[i].path, PATH_MAX_LENGTH, "%s/fuzz-%ld-%s", base ? base : "build", (long)getpid(), name);
    file[i].handle = open(file[i].path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(file[i].handle >= 0);
}

const char *fuzz_file(const char *name, const uint8_t *data, size_t size) {
    int i = 0;
    while (file[i].name && strcmp(file[i].name, name) != 0)
        i++;
    if (!file[i].name)
        open_file(i, name);
    bool ok = pwrite(file[i].handle, data, size, 0) == (ssize_t)size && ftruncate(file[i].handle, (off_t)size) == 0;
    assert(ok);
    return file[i].path;
}

/* ---- The folder of a run */

static char run_folder[PATH_MAX_LENGTH];
static pid_t owner; /* not a child that some test forks */

/* The files of the last call, too: a damaged log is put aside. */
static void empty_folder(void) {
    const struct dirent *entry;
    DIR *open = opendir(run_folder);
    assert(open);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    while ((entry = readdir(open))) {
        char path[PATH_MAX_LENGTH + 257];
        snprintf(path, sizeof path, "%s/%s", run_folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(open);
}

static void remove_folder_at_exit(void) {
    if (getpid() != owner)
        return;
    empty_folder();
    rmdir(run_folder);
}

static void make_folder(void) {
    const char *base = getenv("TMPDIR");
    snprintf(run_folder, sizeof run_folder, "%s/fuzz-run-XXXXXX", base ? base : "build");
    const char *made = mkdtemp(run_folder);
    assert(made);
    owner = getpid();
    atexit(remove_folder_at_exit);
}

const char *fuzz_run_folder(char path[PATH_MAX_LENGTH], const char *name, const uint8_t *data, size_t size) {
    struct error e;
    if (*run_folder)
        empty_folder();
    else
        make_folder();
    bool ok = file_path(path, run_folder, name, &e);
    FILE *f = ok ? fopen(path, "wb") : NULL;
    assert(f);
    ok = fwrite(data, 1, size, f) == size;
    ok = fclose(f) == 0 && ok;
    assert(ok);
    return run_folder;
}

void fuzz_option(struct fuzz_options *o, const struct task *kind, const char *key, const char *value) {
    struct error e;
    const struct setting *s = kind->options;
    while (strcmp(s->key, key) != 0)
        s++;
    bool ok = setting_read(s, o->bytes, value, &e);
    assert(ok);
}

void fuzz_refused(const struct error *e) {
    size_t length = strlen(e->text);
    assert(e->code == EXIT_DATA || e->code == EXIT_USAGE);
    assert(length > 0 && length < sizeof e->text);
    for (const char *c = e->text; *c; c++)
        assert((unsigned char)*c >= 0x20 && *c != 0x7F);
}

/* Room for an example and for one that is read back. */
static struct example room(size_t numbers, struct arena *arena) {
    int *all = arena_alloc(arena, 5 * numbers, sizeof *all);
    return (struct example){all, all + numbers, all + 2 * numbers, all + 3 * numbers, all + 4 * numbers};
}

static void check_sizes(const struct task_built *t, const struct example *x, int words) {
    for (int i = 0; i < t->kind->rows(t, words); i++) {
        assert(x->token[i] >= 0 && x->token[i] < t->size.vocabulary);
        assert(x->segment[i] >= 0 && x->segment[i] < t->size.segments);
        assert(x->position[i] >= 0 && x->position[i] < task_positions(t, words));
    }
    for (int i = 0; i < t->kind->targets(t, words); i++)
        assert(x->answer[i] >= 0 && x->answer[i] < t->size.classes);
}

/* One example, its texts, and the example of these. */
static void use(const struct task_built *t, const struct task_draw *d, bool exact) {
    struct arena arena = {0};
    struct error e = {0};
    const char *text[2];
    int rows = t->kind->rows(t, d->length), targets = 0;
    struct example x = room((size_t)rows, &arena);
    t->kind->draw(t, d, &x);
    check_sizes(t, &x, d->length);
    task_decode(t, &x, rows, &arena, text);
    struct example back = room(strlen(text[0]) + strlen(text[1]) + (size_t)rows, &arena);
    int words = t->kind->encode(t, text, &back, &targets, &e);
    assert(words > 0 || *e.text);
    if (exact)
        assert(words == d->length && memcmp(back.token, x.token, (size_t)rows * sizeof(int)) == 0 &&
               memcmp(back.segment, x.segment, (size_t)rows * sizeof(int)) == 0);
    arena_free(&arena);
}

void fuzz_examples(const struct task_built *t, enum task_stream from, bool exact) {
    int held = t->kind->dataset_count ? t->kind->dataset_count(t, from, 1 << 30) : EXAMPLES;
    for (int n = 0; n < held && n < EXAMPLES; n++) {
        struct random r = random_open(1, RANDOM_TRAIN, (uint64_t)n);
        struct task_draw d = {
            from, t->kind->dataset_count ? t->kind->dataset_words(t, from, n) : task_draw_length(t, &r), n, &r, -1};
        if (t->size.longest && from == TASK_EVALUATION && n == 0)
            d.length = t->size.longest;
        use(t, &d, exact);
    }
}

static void check_note(const struct task_built *t) {
    char note[400] = "";
    t->kind->note(t, note, sizeof note);
    assert(*note);
    double chance = t->kind->chance(t, t->size.trained);
    assert(chance > 0 && chance <= 1);
}

static bool same_sizes(const struct task_sizes *a, const struct task_sizes *b) {
    return a->vocabulary == b->vocabulary && a->segments == b->segments && a->classes == b->classes &&
           a->shortest == b->shortest && a->longest == b->longest && a->trained.low == b->trained.low &&
           a->trained.high == b->trained.high;
}

void fuzz_kept(const struct task_built *t, bool exact) {
    struct safetensors_entry entry[TASK_SAVED], other[TASK_SAVED];
    struct safetensors saved = {.entry = entry, .entries = task_save(t, entry)}, read;
    const struct task_input in = {.saved = &read};
    struct task_built again;
    struct arena arena = {0};
    struct error e = {0};
    size_t size;
    const unsigned char *bytes = safetensors_bytes(&saved, &arena, &size);
    bool ok =
        safetensors_read(&read, &arena, bytes, size, &e) && task_build(&again, t->kind, t->options, &in, &arena, &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.text);
    assert(ok && again.size.test_only && same_sizes(&again.size, &t->size));
    assert(task_save(&again, other) == saved.entries);
    for (int i = 0; i < saved.entries; i++)
        assert(other[i].bytes == entry[i].bytes && memcmp(other[i].data, entry[i].data, entry[i].bytes) == 0);
    check_note(&again);
    fuzz_examples(&again, TASK_EVALUATION, exact);
    arena_free(&arena);
}
