/* look.h -- what the views of `poslab show encoding` share: a look at one encoding, drawn or gathered for --json. */
#ifndef COMMAND_LOOK_H
#define COMMAND_LOOK_H

#include "command/show.h"
#include "measure/encoding_view.h"

enum { LOOK_OFFSET = 5, LOOK_WAVES = 16 };

struct look {
    const struct screen *s;
    const struct arguments *a;
    struct encoding_view *subject;
    struct matrix vectors; /* where has_vectors */
    bool has_vectors;
    int positions;
    json_t *json; /* NULL: it is drawn */
};

/* Says what is looked at; every view begins with it once it makes sense. */
void look_head(const struct look *l);
/* The views. Errors: EXIT_USAGE (no sense for the encoding). */
bool look_matrix(struct look *l, struct error *e);
bool look_waves(struct look *l, struct error *e);
bool look_similarity(struct look *l, struct error *e);
bool look_shift(struct look *l, struct error *e);

const struct encoding *look_kind(const struct look *l);
/* The place before which the boundary of training is drawn, where something changes behind it; 0: nowhere. */
int look_rule(const struct look *l);
const char *look_rule_says(const struct look *l, char text[64]);
/* "62832", "straight", "no wave" */
const char *look_wave(double wave, char text[32]);

#endif
