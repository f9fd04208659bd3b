/* settings_packed.c -- see settings_packed.h. Settings have no pointers but to registries, so their bytes are all that
 * they are. */
#include "settings/settings_packed.h"

#include <string.h>

_Static_assert(sizeof(struct settings) % sizeof(uint64_t) == 0, "settings are whole words");

/* Writes the words in which settings differ, unless `word` is NULL; how many there are. */
static int find_words(struct settings_word *word, const struct settings *s, const struct settings *whole) {
    int words = 0;
    for (size_t at = 0; at < sizeof *s; at += sizeof word->bits) {
        const char *own = (const char *)s + at;
        if (memcmp(own, (const char *)whole + at, sizeof word->bits) == 0)
            continue;
        if (word) {
            word[words].at = at;
            memcpy(&word[words].bits, own, sizeof word->bits);
        }
        words++;
    }
    return words;
}

const struct settings_packed *settings_pack(const struct settings *s, const struct settings_packed *like,
                                            struct arena *arena) {
    const struct settings *whole = like ? like->whole : memcpy(arena_alloc(arena, 1, sizeof *s), s, sizeof *s);
    int words = find_words(NULL, s, whole);
    struct settings_packed *p = arena_alloc(arena, 1, sizeof *p + (size_t)words * sizeof *p->word);
    p->mixer = s->mixer;
    p->encoding = s->encoding;
    p->baseline = s->baseline;
    p->whole = whole;
    p->words = find_words(p->word, s, whole);
    return p;
}

struct settings settings_unpack(const struct settings_packed *p) {
    struct settings s = *p->whole;
    for (const struct settings_word *w = p->word; w < p->word + p->words; w++)
        memcpy((char *)&s + w->at, &w->bits, sizeof w->bits);
    return s;
}
