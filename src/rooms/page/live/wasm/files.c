/* files.c -- the files that the page has: the words of the task chase, which are part of the module under the names
 * they have beside the program. There is no other; see base/file.h. */
#include "base/file.h"

#include <stdio.h>
#include <string.h>

#define WORDS(EACH)                \
    EACH(adjectives, "adjectives") \
    EACH(adverbs, "adverbs")       \
    EACH(nouns, "nouns")           \
    EACH(templates, "templates")   \
    EACH(verbs, "verbs")

#define DECLARE(name, text) extern const char data_chase_##name##_txt[];
WORDS(DECLARE)

#define ROW(name, text) {"data/chase/" text ".txt", data_chase_##name##_txt},
static const struct known { const char *path, *text; } known[] = {WORDS(ROW)};

bool file_path(char path[PATH_MAX_LENGTH], const char *folder, const char *name, struct error *e) {
    int length = snprintf(path, PATH_MAX_LENGTH, "%s/%s", folder, name);
    return (length >= 0 && length < PATH_MAX_LENGTH) || error_set(e, EXIT_USAGE, "the path %s is too long", name);
}

const char *file_find(char found[PATH_MAX_LENGTH], const char *path) {
    snprintf(found, PATH_MAX_LENGTH, "%s", path);
    return found;
}

unsigned char *file_read(const char *path, size_t limit, struct arena *arena, size_t *size, struct error *e) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(path, known[i].path) == 0 && strlen(known[i].text) <= limit) {
            *size = strlen(known[i].text);
            return (unsigned char *)arena_text(arena, known[i].text);
        }
    error_set(e, EXIT_IO, "cannot read %s: this page has no files", path);
    return NULL;
}
