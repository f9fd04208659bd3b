/* bits.c -- files of a run with one bit changed, or cut short, given to the functions that read them.
 *
 *   bits checkpoint|evaluation FOLDER N
 *
 * FOLDER is that of a finished run, of whose file a copy is damaged in the working folder: at every bit and every
 * length, or at N of these, spread evenly (0: all). A damaged checkpoint must be refused as bad data, by a message that
 * has the file's name. So must an evaluation, unless it means the very same (a blank became a tab). Prints how many
 * were tried, survived and lost, separated by tabs, and each loss on stderr. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "maths/start.h"
#include "rooms.h"
#include "run/run.h"

/* What became of a damaged file. */
enum judgement { REFUSED, SAME, BELIEVED };

static bool refused_by_name(const struct error *e, const char *name) {
    return e->code == EXIT_DATA && strstr(e->text, name);
}

static enum judgement read_checkpoint(const char *path, struct error *e) {
    static struct run r;
    if (!checkpoint_read(&r, path, NULL, NULL, e))
        return refused_by_name(e, path) ? REFUSED : BELIEVED;
    run_free(&r);
    return BELIEVED;
}

/* What an evaluation says, as text; NULL where it is refused. */
static char *meaning(struct error *e) {
    static struct evaluation_result result;
    struct arena arena = {0};
    result = (struct evaluation_result){0};
    char *text = NULL;
    size_t size;
    if (evaluation_read(&result, ".", &arena, e))
        text = evaluation_text(&result, &size);
    arena_free(&arena);
    return text;
}

static char *undamaged;

static enum judgement read_evaluation(const char *path, struct error *e) {
    char *text = meaning(e);
    if (!text)
        return refused_by_name(e, path) ? REFUSED : BELIEVED;
    bool same = strcmp(text, undamaged) == 0;
    free(text);
    return same ? SAME : BELIEVED;
}

static struct attack {
    const char *file;
    enum judgement (*read)(const char *path, struct error *e);
} attacks[] = {{CHECKPOINT_FILE, read_checkpoint}, {EVALUATION_FILE, read_evaluation}};

static void die(const char *what) {
    fprintf(stderr, "bits: %s\n", what);
    exit(1);
}

/* The copy as it is with this damage: bit n of it, or cut to n - 8 * size bytes. */
static void damage(int handle, unsigned char *bytes, size_t size, size_t n) {
    ssize_t wrote = 1;
    if (n < 8 * size) {
        unsigned char other = (unsigned char)(bytes[n / 8] ^ 1U << n % 8);
        wrote = pwrite(handle, &other, 1, (off_t)(n / 8));
    }
    if (wrote != 1 || ftruncate(handle, n < 8 * size ? (off_t)size : (off_t)(n - 8 * size)) != 0)
        die("cannot damage the copy");
}

static void mend(int handle, const unsigned char *bytes, size_t size, size_t n) {
    size_t from = n < 8 * size ? n / 8 : n - 8 * size, count = n < 8 * size ? 1 : size - from;
    if (pwrite(handle, bytes + from, count, (off_t)from) != (ssize_t)count)
        die("cannot mend the copy");
}

static bool survives(const struct attack *a, size_t size, size_t n) {
    struct error e = {0};
    if (a->read(a->file, &e) != BELIEVED)
        return true;
    fprintf(stderr, "lost: %s: %s %zu: %s\n", a->file, n < 8 * size ? "bit" : "cut to", n < 8 * size ? n : n - 8 * size,
            e.text[0] ? e.text : "believed");
    return false;
}

static void run_attack(const struct attack *a, unsigned char *bytes, size_t size, size_t most) {
    size_t all = 9 * size, count = most && most < all ? most : all, lost = 0;
    int handle = open(a->file, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (handle < 0 || pwrite(handle, bytes, size, 0) != (ssize_t)size)
        die("cannot write the copy");
    for (size_t i = 0; i < count; i++) {
        size_t n = (size_t)(((double)i + 0.5) * (double)all / (double)count);
        damage(handle, bytes, size, n);
        lost += !survives(a, size, n);
        mend(handle, bytes, size, n);
    }
    close(handle);
    printf("%zu\t%zu\t%zu\n", count, count - lost, lost);
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct error e = {0};
    size_t size;
    char path[PATH_MAX_LENGTH];
    if (argc != 4)
        die("usage: bits checkpoint|evaluation FOLDER N");
    maths_start();
    rooms_open();
    const struct attack *a = &attacks[strcmp(argv[1], "evaluation") == 0];
    unsigned char *bytes = file_path(path, argv[2], a->file, &e) ? file_read(path, 1 << 20, &arena, &size, &e) : NULL;
    if (!bytes)
        die(e.text);
    if (chdir(argv[2]) != 0 || (a->read == read_evaluation && !(undamaged = meaning(&e))))
        die(e.text);
    struct run r;
    if (a->read == read_checkpoint && !checkpoint_read(&r, a->file, NULL, NULL, &e))
        die(e.text);
    run_attack(a, bytes, size, (size_t)atol(argv[3]));
    free(undamaged);
    arena_free(&arena);
    return 0;
}
