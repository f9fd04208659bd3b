/* live_memory.c -- how much memory a model takes, before it is allocated: what is too large for a page is refused. Sums
 * of the arrays that are largest, on the safe side. */
#include "base/text.h"
#include "model/mixer.h"
#include "page/live/messages.h"

/* Bytes of a workspace for so many sequences: arrays of rows, of targets, and scores or what a recurrence keeps. */
static double workspace(const struct run *r, double sequences, int words, bool training) {
    const struct model *m = &r->model;
    double rows = sequences * r->task.kind->rows(&r->task, words), d = m->config.d_model, heads = m->config.heads;
    double targets = sequences * r->task.kind->targets(&r->task, words);
    bool weighs = m->mixer->weights;                                /* each row, for each head of a target */
    bool absorbed = weighs && 2 * targets / sequences * heads <= d; /* each head of a target has rows of its own */
    double of_row = m->mixer->arrays * d + 8, of_head = absorbed ? 2 * d : 0,
           of_target = 24 * d + heads * of_head + 2 * m->config.d_ff + m->size.classes;
    double scores = !weighs ? 0 : training ? targets * heads * rows / sequences : heads * rows * 16 + (1 << 20);
    return (double)sizeof(real) * (rows * of_row + (training ? 2 : 1) * (targets * of_target + scores));
}

double live_memory_training(const struct run *r) {
    double weights = (double)r->model.params.size * sizeof(real), batch = r->settings.train.batch;
    double shards = r->settings.train.shards ? r->settings.train.shards : 4;
    double best = r->settings.train.patience ? 2 : 0; /* of early stopping, and those it compares with them */
    return weights * (3 + shards + best) + workspace(r, batch, r->task.size.trained.high, true);
}

static bool fits(double bytes, const char *what, const char *advice, struct error *e) {
    char needed[32];
    return bytes <= LIVE_MEMORY * 1e6 ||
           error_set(e, EXIT_USAGE, "%s needs %s of memory, and this page gives it %d MB at most; %s", what,
                     text_bytes(needed, sizeof needed, bytes), LIVE_MEMORY, advice);
}

bool live_training_fits(const struct run *r, struct error *e) {
    return fits(live_memory_training(r), "the model",
                "make model.d_model, model.d_ff, train.batch, task.words or task.vocabulary smaller", e);
}

/* A table of positions for each policy; a chunk has 2048 rows, or one sequence. */
bool live_evaluation_fits(const struct run *r, struct error *e) {
    struct range words[LENGTHS_MAX];
    int lengths = evaluation_lengths(&r->task, r->settings.eval.lengths, words, e), longest = 0;
    for (int i = 0; i < lengths; i++)
        longest = words[i].high > longest ? words[i].high : longest;
    double rows = r->task.kind->rows(&r->task, longest), d = r->model.config.d_model;
    double tables = ENCODING_POLICIES * rows * 2 * d * sizeof(real);
    return lengths && fits(tables + workspace(r, rows < 2048 ? 2048 / rows : 1, longest, false), "the longest length",
                           "make eval.lengths shorter", e);
}
