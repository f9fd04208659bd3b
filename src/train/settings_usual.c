/* settings_usual.c -- defaults that other settings contradict: they give way, so that one setting alone is never
 * refused for what was not asked for. What was asked for stays, and two such that contradict each other are an error.
 */
#include <assert.h>

#include "train/settings.h"

/* Of the default's heads as many as divide the width. */
static int usual_heads(int heads, int d_model) {
    while (d_model % heads != 0)
        heads--;
    return heads;
}

/* A recurrence in both directions looks ahead. */
static void look_back(struct settings *s) {
    struct error e;
    const struct setting *o = setting_find(s->mixer->options, "recurrent.bidirectional");
    bool ok = !o || setting_read(o, s->mixer_options, "no", &e);
    assert(ok && "it is a choice of the table");
    (void)ok;
}

void settings_give_way(struct settings *s, const struct assignments *a) {
    if (!assignments_value(a, "train.warmup"))
        s->train.warmup = training_warmup(&s->train);
    if (!assignments_value(a, "model.heads"))
        s->model.heads = usual_heads(s->model.heads, s->model.d_model);
    if (!assignments_value(a, "model.causal") && s->task->causal)
        s->model.causal = true;
    if (!assignments_value(a, "recurrent.bidirectional") && s->model.causal)
        look_back(s);
}
