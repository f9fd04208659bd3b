/* fuzz_checkpoint.c -- checkpoints of small models and of every baseline, with a changed header or data and a checksum
 * that fits: what is read, for evaluation or to be trained further, is written, and read back unchanged. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/baseline.h"
#include "format/checksum.h"
#include "fuzz/fuzz.h"
#include "run/run.h"
#include "train/train.h"

enum { LENGTH = 8, STEPS = 3, LINE = 256, BASELINES = 16 }; /* LENGTH: bytes of the header's length */

#define TINY(more) \
    "[train]\nsteps = 9\nbatch = 2\nwarmup = 2\nshards = 1\n" more "[model]\nd_model = 4\nheads = 1\nd_ff = 0\n"
#define FIRST "[task]\nname = first\nwords = 2..4\nfillers = 3\n"
#define NEXT "causal = yes\n[task]\nname = next\nwords = 2..3\nmin_count = 1\nheld_out = 0.4\n"

/* The first byte of an input is the letter of one of these: from 'a' it is evaluated, from 'A' trained further; or '*':
 * every baseline. */
static const char *const forms[] = {
    TINY("sparse = dense\n") FIRST,
    TINY("sparse = lazy\n") FIRST,
    TINY("patience = 2\nvalidate_every = 2\n") FIRST,
    TINY("keep = none\n") FIRST "[encoding]\nname = learned\n",
    TINY("") NEXT,
};
enum { FORMS = sizeof forms / sizeof *forms };

struct file {
    const unsigned char *bytes;
    size_t size;
};

static struct arena kept; /* until the end: each is trained once */

static const char *text_path(void) {
    static const char text[] = "the cat sat on the mat and the dog sat on the cat and the mat sat on the dog\n"
                               "a dog and a cat sat on a mat and a mat and a dog sat on a cat\n";
    static char path[PATH_MAX_LENGTH];
    snprintf(path, sizeof path, "%s", fuzz_file("words.txt", (const uint8_t *)text, sizeof text - 1));
    return path;
}

static bool resolve(struct settings *s, const char *form, const struct baseline *b, struct error *e) {
    struct assignments *a = assignments_new();
    const char *text = strstr(form, "name = next") ? text_path() : NULL;
    bool ok = assignments_read_text(a, form, strlen(form), "form", e) &&
              (!text || assignments_set(a, "task.text", text, "form", e)) &&
              (!b || assignments_set(a, "model.baseline", b->name, "form", e)) && settings_resolve(s, a, NULL, e);
    free(a);
    return ok;
}

/* A file of the run after some steps; no bytes: the baseline does not fit the task. */
static struct file trained(const char *form, const struct baseline *b) {
    static struct run r;
    struct stepper stepper;
    struct settings s;
    struct error e;
    struct file f = {0};
    bool built = resolve(&s, form, b, &e) && run_build(&r, &s, NULL, &e), ok = built;
    if (built && b)
        ok = baseline_train(&r, &e);
    else if (built)
        ok = stepper_build(&stepper, &r, 1, &e);
    for (int i = 0; ok && !b && i < STEPS; i++)
        ok = stepper_step(&stepper, &e);
    if (!ok && !b)
        fprintf(stderr, "%s\n", e.text);
    assert(ok || b);
    if (ok)
        f.bytes = checkpoint_bytes(&r, &kept, &f.size);
    if (built)
        run_free(&r);
    return f;
}

static struct file form_file(int i) {
    static struct file file[FORMS];
    if (!file[i].bytes)
        file[i] = trained(forms[i], NULL);
    return file[i];
}

static struct file baseline_file(int i) {
    static struct file file[BASELINES];
    assert(i < BASELINES);
    for (int k = 0; k < FORMS && !file[i].bytes; k++)
        file[i] = trained(forms[k], baseline_kinds[i]);
    assert(file[i].bytes);
    return file[i];
}

/* ---- Changes */

/* Writes `written` over the first `found` of a text of its own memory. */
static char *replace(char *text, const char *found, const char *written, struct arena *arena) {
    char *at = *found ? strstr(text, found) : NULL;
    return at ? arena_format(arena, "%.*s%s%s", (int)(at - text), text, written, at + strlen(found)) : text;
}

/* The file with the lines' changes, and a checksum where it has room for one. */
static struct file change(struct file from, const uint8_t *lines, size_t size, struct arena *arena) {
    uint64_t length;
    memcpy(&length, from.bytes, LENGTH);
    size_t rest = from.size - LENGTH - length;
    char *header = arena_format(arena, "%.*s", (int)length, (const char *)from.bytes + LENGTH), line[LINE], *end;
    unsigned char *data = memcpy(arena_alloc(arena, rest + 1, 1), from.bytes + LENGTH + length, rest);
    for (size_t one; size > 0; lines += one, size -= one) {
        const uint8_t *stop = memchr(lines, '\n', size);
        one = stop ? (size_t)(stop - lines) + 1 : size;
        snprintf(line, sizeof line, "%.*s", (int)(one - (stop != NULL)), (const char *)lines);
        unsigned long number = strtoul(line, &end, 10);
        if (*end == '=' && rest)
            data[number % rest] = (unsigned char)strtol(end + 1, NULL, 10);
        else if ((end = strchr(line, '>')))
            *end = 0, header = replace(header, line, end + 1, arena);
    }
    length = strlen(header);
    struct file to = {.size = LENGTH + length + rest};
    unsigned char *bytes = arena_alloc(arena, to.size, 1), *sum;
    memcpy(bytes, &length, LENGTH);
    memcpy(bytes + LENGTH, header, length);
    memcpy(bytes + LENGTH + length, data, rest);
    if (safetensors_sum_present(bytes, to.size) && (sum = (unsigned char *)strstr(header, SAFETENSORS_SUM))) {
        size_t at = LENGTH + (size_t)(sum - (unsigned char *)header) + strlen(SAFETENSORS_SUM "\":\"");
        memset(bytes + at, '0', CHECKSUM_DIGITS);
        safetensors_sum_write(bytes, to.size);
    }
    to.bytes = bytes;
    return to;
}

/* ---- Reading */

static bool read_file(struct run *r, struct file f, bool further, struct error *e) {
    static const struct assignments none;
    const char *path = fuzz_file("checkpoint.safetensors", f.bytes, f.size);
    return checkpoint_read(r, path, further ? NULL : &none, NULL, e);
}

static void check_read(struct file f, bool further) {
    static struct run r;
    struct arena arena = {0};
    struct file once = {0}, twice = {0};
    struct error e = {0};
    if (read_file(&r, f, further, &e)) {
        once.bytes = checkpoint_bytes(&r, &arena, &once.size);
        run_free(&r);
        bool ok = read_file(&r, once, further, &e);
        if (!ok)
            fprintf(stderr, "%s\n", e.text);
        assert(ok);
        twice.bytes = checkpoint_bytes(&r, &arena, &twice.size);
        run_free(&r);
        assert(once.size == twice.size && memcmp(once.bytes, twice.bytes, once.size) == 0);
    } else {
        if (e.code == EXIT_IO) /* a file of the task that is not there */
            e.code = EXIT_USAGE;
        fuzz_refused(&e);
    }
    arena_free(&arena);
}

static void try_file(struct file from, bool further, const uint8_t *lines, size_t size) {
    struct arena arena = {0};
    check_read(change(from, lines, size, &arena), further);
    arena_free(&arena);
}

FUZZ_TARGET(checkpoint) {
    if (size == 0)
        return 0;
    bool further = data[0] >= 'A' && data[0] <= 'Z';
    if (data[0] != '*')
        try_file(form_file((uint8_t)(data[0] - (further ? 'A' : 'a')) % FORMS), further, data + 1, size - 1);
    else
        for (int i = 0; baseline_kinds[i]; i++)
            try_file(baseline_file(i), false, data + 1, size - 1);
    return 0;
}
