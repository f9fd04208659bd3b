/* room.c -- what this room adds: a user's own text, as three tasks and the n-grams that they are measured against. */
#include "base/room.h"
#include "texts/texts.h"

const struct room room_texts = {
    .name = "texts",
    .tasks = (const struct task *const[]){&task_cloze, &task_next, &task_sop, NULL},
    .baselines = (const struct baseline *const[]){&baseline_unigram, &baseline_bigram, NULL},
};
