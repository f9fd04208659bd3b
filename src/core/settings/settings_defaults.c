/* settings_defaults.c -- defaults that depend on other settings, so that one setting alone never conflicts with a
 * default. Two explicit settings that conflict are an error. */
#include "settings/settings_defaults.h"

#include <assert.h>

#include "model/mixer.h"
#include "task/task.h"

/* The largest number of heads, up to the default, that divides the width. */
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

void settings_fill_defaults(struct settings *s, const struct assignments *a) {
    if (!assignments_value(a, "train.warmup"))
        s->train.warmup = training_warmup(&s->train);
    if (!assignments_value(a, "model.heads"))
        s->model.heads = usual_heads(s->model.heads, s->model.d_model);
    if (!assignments_value(a, "model.causal") && s->task->causal)
        s->model.causal = true;
    if (!assignments_value(a, "recurrent.bidirectional") && s->model.causal)
        look_back(s);
}
