/* settings_table.c -- the settings that every run has. */
#include "settings/settings_table.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "settings/settings.h"
#include "task/task.h"

#define AT(field) offsetof(struct settings, field)

enum { TABLES_MAX = TASKS_MAX + 32 };

/* clang-format off */
const struct setting settings_table[] = {
    {"task.name", SETTING_TEXT, AT(task_name), "order", 0, 0, NULL, "the task to learn: see `poslab help tasks`"},
    {"task.examples", SETTING_INT, AT(train.examples), "0", 0, 1e9, NULL,
     "size of a fixed training set; 0: new examples in every step"},
    {"encoding.name", SETTING_TEXT, AT(encoding_name), "learned", 0, 0, NULL,
     "how positions are encoded: see `poslab help encodings`; several at once are joined by +"},
    {"encoding.extrapolation", SETTING_TEXT, AT(extrapolation_name), "refuse", 0, 0, NULL,
     "extrapolation policy while training, for positions beyond the table or beyond those of train.from: see `poslab help policies`"},
    {"encoding.original_max_position", SETTING_INT, AT(model.origin.positions), "0", 0, 1 << 20, NULL,
     "positions of the run that train.from names: encoding.extrapolation maps those of this training into them; 0: none"},
    {"model.mixer", SETTING_TEXT, AT(mixer_name), "attention", 0, 0, NULL,
     "what mixes the words (attention or a recurrence): see `poslab help mixers`"},
    {"model.baseline", SETTING_TEXT, AT(baseline_name), "", 0, 0, NULL,
     "train this baseline instead of a model (`poslab help baselines`); it has no encoding; none or empty: a model"},
    {"model.d_model", SETTING_INT, AT(model.d_model), "32", 1, 4096, NULL, "width of the embedding"},
    /* With two heads 8 of 60 seeds of the learned table and 3 of 60 of the sinusoids ended near 90 % in range on the
     * task order; with four all 120 reach 95 %. */
    {"model.heads", SETTING_INT, AT(model.heads), "4", 1, 256, NULL, "attention heads; must divide d_model; not set: 4, or the next smaller number that divides it"},
    {"model.d_ff", SETTING_INT, AT(model.d_ff), "64", 0, 16384, NULL, "width of the feed-forward layer; 0: none"},
    {"model.norm", SETTING_CHOICE, AT(model.norm), "pre", 0, 0, "pre|post",
     "layer norm before each part and at the end, or after each residual sum"},
    {"model.activation", SETTING_CHOICE, AT(model.activation), "relu", 0, 0, "relu|gelu", "of the feed-forward"},
    {"model.causal", SETTING_CHOICE, AT(model.causal), "no", 0, 0, "no|yes", "a position sees only itself and earlier ones; not set: no, but yes for tasks that predict the next word"},
    {"model.embedding_norm", SETTING_CHOICE, AT(model.embedding_norm), "no", 0, 0, "no|yes",
     "layer norm on the embedding, as in BERT"},
    {"embedding.token", SETTING_TEXT, AT(embedding.token), "", 0, 0, NULL,
     "file of word vectors to start training with: word2vec or GloVe text, a model in safetensors, or a run; not set: random ones"},
    {"embedding.position", SETTING_TEXT, AT(embedding.position), "", 0, 0, NULL,
     "the same for the vectors of positions, from position 0 on; those not in the file are random"},
    {"embedding.freeze", SETTING_CHOICE, AT(embedding.freeze), "none", 0, 0, "none|token|position|both",
     "tables that training does not change: no gradient step, no weight decay"},
    {"embedding.fit", SETTING_CHOICE, AT(embedding.fit), "error", 0, 0, "error|cut",
     "a file with more columns than the table: refuse it, or use its first columns"},
    {"embedding.rescale", SETTING_CHOICE, AT(embedding.rescale), "keep", 0, 0, "keep|usual",
     "keep: numbers as in the file; usual: scaled to the standard deviation of random rows"},
    {"train.steps", SETTING_INT, AT(train.steps), "800", 1, 1e9, NULL, "updates of the weights"},
    {"train.epochs", SETTING_REAL, AT(train.epochs), "0", 0, 1e6, NULL,
     "passes over a fixed set of training examples (rows of a file, or task.examples), instead of train.steps; 0: train.steps"},
    {"train.from", SETTING_TEXT, AT(start.from), "", 0, 0, NULL,
     "start with the weights of this run, its folder or its checkpoint; {seed} in the name is train.seed; not set: random"},
    {"train.from_xxh3", SETTING_TEXT, AT(start.xxh3), "", 0, 0, NULL,
     "XXH3-128 of that checkpoint, as `xxh128sum` prints it; a run records it when it starts"},
    {"train.batch", SETTING_INT, AT(train.batch), "64", 1, 65536, NULL, "examples a step"},
    {"train.learning_rate", SETTING_REAL, AT(train.learning_rate), "0.004", 0, 1e9, NULL, "the largest rate"},
    {"train.schedule", SETTING_CHOICE, AT(train.schedule), "linear", 0, 0, "linear|cosine|constant",
     "learning rate after the warm-up: falls to 0 linearly or as a half cosine, or stays constant"},
    {"train.warmup", SETTING_INT, AT(train.warmup), "50", 0, 1e9, NULL,
     "steps in which the learning rate grows; not set, or with train.epochs: at most a tenth of all steps"},
    {"train.beta1", SETTING_REAL, AT(train.beta1), "0.9", 0, 0.999999, NULL, "AdamW: decay of the mean gradient"},
    {"train.beta2", SETTING_REAL, AT(train.beta2), "0.98", 0, 0.999999, NULL, "AdamW: decay of the mean squared gradient"},
    {"train.epsilon", SETTING_REAL, AT(train.epsilon), "1e-8", 0, 1, NULL, "AdamW: added to the divisor"},
    {"train.weight_decay", SETTING_REAL, AT(train.weight_decay), "0.01", 0, 1000, NULL,
     "AdamW: on matrices and tables, not on vectors"},
    {"train.sparse", SETTING_CHOICE, AT(train.sparse), "auto", 0, 0, "auto|dense|lazy",
     "dense: each step updates every word; lazy: only the words of its batch, with the same weights up to rounding; auto: lazy from 2000 words, if a batch has at most half as many tokens"},
    {"train.clip", SETTING_REAL, AT(train.clip), "1", 0, 1e9, NULL, "largest norm of the gradient, above which it is scaled down; 0: no limit"},
    {"train.class_weights", SETTING_CHOICE, AT(train.class_weights), "none", 0, 0, "none|balanced",
     "balanced: all labels count the same in the training loss; an answer counts n / (k n_label), for n examples, k labels and n_label examples with its label"},
    {"train.patience", SETTING_INT, AT(train.patience), "0", 0, 1e9, NULL,
     "early stopping: training ends after this many validations without a smaller loss, and the best weights are kept; 0: off"},
    {"train.validate_every", SETTING_INT, AT(train.validate_every), "0", 0, 1e9, NULL,
     "steps between validations, with train.patience; 0: about 20 validations, a tenth of the training time at most"},
    {"train.validation", SETTING_REAL, AT(train.validation), "0.1", 0.001, 0.9, NULL,
     "share of the training rows or text set aside for validation, with train.patience; tasks that generate examples validate on new ones"},
    {"train.seed", SETTING_INT, AT(train.seed), "1", 0, INT_MAX, NULL, "seed of the initial weights, the training examples and the evaluation examples"},
    {"train.shards", SETTING_INT, AT(train.shards), "0", 0, 256, NULL,
     "parts of a batch that threads share; results depend on it, not on threads; 0: up to 4, of 32 targets or more"},
    {"train.positions", SETTING_CHOICE, AT(train.positions), "ordered", 0, 0, "ordered|random|gaps",
     "positions of a sequence: 0, 1, 2, ...; random: a sorted subset of 0..max_position-1 for each; gaps: every fourth is left out, 0 1 2 4 5 6 8"},
    {"train.max_position", SETTING_INT, AT(train.max_position), "512", 1, 1 << 20, NULL,
     "random and even positions come from 0..max_position-1"},
    {"train.products", SETTING_CHOICE, AT(train.products), "blas", 0, 0, "blas|portable",
     "matrix products: blas is OpenBLAS, which rounds differently on different processors; portable is poslab's own, with the same bits on every processor"},
    {"train.checkpoint_every", SETTING_INT, AT(train.checkpoint_every), "1000", 0, 1e9, NULL,
     "steps between checkpoints; 0: only at the end or when stopped"},
    {"train.keep", SETTING_CHOICE, AT(train.keep), "all", 0, 0, "all|last|none",
     "files of a finished run: all (5 at most); last: without the checkpoint before the last (4); none: config.ini and eval.tsv (2)"},
    {"train.log_every", SETTING_INT, AT(train.log_every), "10", 1, 1e9, NULL, "steps between lines of metrics.jsonl"},
    {"eval.lengths", SETTING_TEXT, AT(eval.lengths), EVAL_LENGTHS, 0, 0, NULL,
     "lengths to evaluate at: multiples of the longest trained (2x) or words (40); of the default list, those that the task has"},
    {"eval.examples", SETTING_INT, AT(eval.examples), "2000", 1, 10000000, NULL, "targets at each length, in at least 100 texts (fewer only if this is below 100)"},
    {"eval.policies", SETTING_TEXT, AT(eval.policies), "all", 0, 0, NULL,
     "extrapolation policies beyond the trained length: all that fit the encoding, or a list (log_length, window and window_sink only there)"},
    {"eval.seed", SETTING_INT, AT(eval.seed), "1", 0, INT_MAX, NULL, "seed of the evaluation examples, together with train.seed (but not for a held-out text)"},
    {"eval.positions", SETTING_CHOICE, AT(eval.positions), "trained", 0, 0, "trained|ordered|random|gaps|even",
     "trained: as in train.positions; ordered: 0, 1, 2, ...; random, gaps: as there; even: spread over 0..max_position-1"},
    {0},
};
/* clang-format on */

/* Rooms add tasks. */
const struct settings_owned *settings_tables(void) {
    static struct settings_owned all[TABLES_MAX + 1];
    struct settings_owned *to = all;
    *to++ = (struct settings_owned){settings_table, "every run"};
    *to++ = (struct settings_owned){comparison_table, "every comparison"};
    for (const struct task *const *t = tasks; *t; t++)
        *to++ = (struct settings_owned){(*t)->options, (*t)->name};
    for (int i = 0; mixers[i]; i++) /* recurrent mixers share one table */
        if (i == 0 || mixers[i]->options != mixers[i - 1]->options)
            *to++ = (struct settings_owned){mixers[i]->options, mixers[i]->part};
    for (const struct encoding *const *c = encodings; *c; c++)
        *to++ = (struct settings_owned){(*c)->options, (*c)->name};
    assert(to <= all + TABLES_MAX);
    return all;
}

const struct setting *settings_find(const char *key) {
    const struct setting *found = NULL, *o;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        found = (o = setting_find(of->table, key)) ? o : found;
    return found;
}

bool setting_is_in(const struct setting *o, const char *section) {
    size_t length = strlen(section);
    return strncmp(o->key, section, length) == 0 && o->key[length] == '.';
}

bool settings_is_section(const char *section) {
    bool is = false;
    for (const struct setting *o = settings_table; o->key; o++)
        is |= setting_is_in(o, section);
    for (const struct mixer *const *m = mixers; *m; m++)
        is |= (*m)->options && setting_is_in((*m)->options, section);
    return is;
}

bool settings_may_differ(const char *key) {
    static const char *const sections[] = {"encoding.",  "embedding.", "model.",         "attention.",
                                           "recurrent.", "train.",     "eval.positions", TASK_WORDS};
    static const char chosen_elsewhere[] =
        "encoding.name model.mixer model.baseline embedding.rescale train.seed train.keep";
    bool may = false;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        may |= strncmp(key, sections[i], strlen(sections[i])) == 0;
    return may && !strstr(chosen_elsewhere, key);
}

bool settings_is_expert(const char *key) {
    static const char list[] =
        "task.examples encoding.extrapolation encoding.original_max_position rope.yarn_alpha rope.yarn_beta "
        "sinusoidal.yarn_alpha sinusoidal.yarn_beta model.norm model.activation model.embedding_norm embedding.token "
        "embedding.position embedding.freeze embedding.fit embedding.rescale train.from_xxh3 "
        "train.beta1 train.beta2 train.epsilon train.sparse train.clip train.validate_every "
        "train.validation train.shards train.positions train.max_position train.products "
        "train.checkpoint_every train.keep train.log_every eval.seed eval.positions compare.gate";
    return text_lists(list, key);
}
