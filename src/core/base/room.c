/* room.c -- the words and keys of rooms, so that one that is not in this build is missed by name. */
#include "base/room.h"

#include <string.h>

#include "base/text.h"

static const struct {
    const char *room, *words;
} known[] = {
    {"claims", "claims"},
    {"completion", "completion"},
    {"confusion", "confusion"},
    {"explain", "explain"},
    {"inventory", "runs status verify"},
    {"predict", "predict task"},
    {"report", "report"},
    {"rows", "tsv task.train task.test task.label_column task.text_columns task.format task.max_words "
             "task.too_long task.split_seed"},
    {"sweeps", "sweep"},
    {"tables", "export neighbours embedding.token embedding.position"},
    {"texts", "cloze next sop unigram bigram task.text"},
};

static bool is_built(const char *name) {
    const struct room *const *r = rooms;
    while (*r && strcmp((*r)->name, name) != 0)
        r++;
    return *r;
}

const char *room_of(const char *word) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_lists(known[i].words, word))
            return known[i].room;
    return NULL;
}

bool room_refuse(const char *word, struct error *e) {
    const char *room = word ? room_of(word) : NULL;
    return room && !is_built(room) &&
           !error_set(e, EXIT_USAGE, "'%s' belongs to the room %s, which is not in this build", word, room);
}
