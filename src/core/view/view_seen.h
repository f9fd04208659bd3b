/* view_seen.h -- what the two views of a text longer than in training share, the ruler and the map of what is unseen.
 */
#pragma once

#include "measure/asks.h"
#include "result/why.h"
#include "view/view.h"

/* Its words: four times as many as in training, unless the user says how many. */
int view_words(const struct view *v, const struct encoding_alone *of);
/* Puts what each part of the encoding gives: numbers of its sentence. */
void view_put_seen(const struct view *v, const struct encoding_parts_seen *all);

/* What was measured at so many words, under each policy that the model was evaluated with. */
struct view_measured {
    int rows; /* 0: nothing */
    const struct why *of;
};
void view_measure(struct view_measured *m, const struct view_of *o, int words, struct arena *arena);
/* NULL: nothing. */
const struct verdict *view_verdict(const struct view_measured *m, const struct policy *p);
