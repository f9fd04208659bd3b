/* kernels.c -- see kernels.h. */
#include "train/kernels.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"

static const char separator[] = ", ";
enum { SEPARATOR = sizeof separator - 1 };

/* The next item of a list; NULL after the last. */
static const char *next_item(const char *item) {
    const char *end = strstr(item, separator);
    return end ? end + SEPARATOR : NULL;
}

static const char *last_item(const char *text) {
    for (const char *next = text; next; next = next_item(text = next))
        ;
    return text;
}

static size_t name_length(const char *item) { return strcspn(item, " ,"); }

static bool has_name(const char *item, const char *name, size_t length) {
    return name_length(item) == length && memcmp(item, name, length) == 0;
}

const char *kernels_of(const struct run *r, struct arena *arena) {
    const char *before = r->kernels, *here = matmul_kernels(r->model.products), *last = last_item(before);
    bool single = last == before, same = has_name(last, here, strlen(here));
    if (r->settings.baseline)
        return "none";
    if (!r->resumed)
        return here;
    if (r->step == r->resumed || (single && same))
        return before;
    if (same)
        return arena_format(arena, "%.*s-%d", (int)(strrchr(before, '-') - before), before, r->step);
    if (single)
        before = arena_format(arena, "%s 1-%d", before, r->resumed);
    return arena_format(arena, "%s, %s %d-%d", before, here, r->resumed + 1, r->step);
}

/* Whether a text is one name, or ranges that follow each other up to the step. */
static bool fits(const char *text, int step) {
    int to = 0;
    if (*text && !text[name_length(text)])
        return strlen(text) < KERNELS_NAME;
    for (const char *item = text; item; item = next_item(item)) {
        char name[KERNELS_NAME], end[SEPARATOR + 1] = "";
        int from = 0, before = to, length = 0;
        if (sscanf(item, "%31[^ ,] %d-%d%n", name, &from, &to, &length) != 3 || from != before + 1 || to < from)
            return false;
        snprintf(end, sizeof end, "%s", item + length);
        if (*end && strcmp(end, separator) != 0)
            return false;
    }
    return to == step;
}

bool kernels_read(struct run *r, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (!text || !fits(text, r->step))
        return error_set(e, EXIT_DATA, "its metadata have the kernels '%s', which are not those of %d steps",
                         text_printable(shown, text ? text : ""), r->step);
    r->kernels = arena_text(&r->arena, text);
    return true;
}

bool kernels_check(const struct run *r, const char *folder, struct error *warning) {
    const char *here = matmul_kernels(r->model.products);
    char shown[TEXT_PRINTABLE];
    return !r->resumed || run_is_trained(r) || has_name(last_item(r->kernels), here, strlen(here)) ||
           error_set(warning, EXIT_DATA,
                     "%s: OpenBLAS computed steps 1-%d with its kernels for %s and continues with those for %s, which "
                     "round differently: the weights will differ from those of an uninterrupted run (first in their "
                     "last bits, after hundreds of steps in more)",
                     folder, r->step, text_printable(shown, r->kernels), here);
}

static bool lists(const char *list, const char *name, size_t length) {
    do {
        if (has_name(list, name, length))
            return true;
    } while ((list = next_item(list)));
    return false;
}

void kernels_add(char *list, size_t size, const char *more) {
    for (const char *item = more; item && *item; item = next_item(item)) {
        size_t length = name_length(item);
        if (!lists(list, item, length))
            text_append(list, size, "%s%.*s", *list ? separator : "", (int)length, item);
    }
}

bool kernels_mixed(const char *list) { return next_item(list); }
