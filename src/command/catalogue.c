/* catalogue.c -- see catalogue.h. */
#include "command/catalogue.h"

#include <stdio.h>

#include "claims/claims.h"
#include "cli/arguments.h"
#include "cli/choices.h"

static void each_task(entry_use *use, void *user) {
    for (const struct task *const *t = tasks; *t; t++)
        use(user, &(struct entry){.name = (*t)->name, .summary = (*t)->summary, .question = (*t)->question});
}

static void each_encoding(entry_use *use, void *user) {
    for (const struct encoding *const *k = encodings; *k; k++)
        use(user,
            &(struct entry){.name = (*k)->name, .summary = (*k)->summary, .source = (*k)->source, .encoding = *k});
}

static void each_mixer(entry_use *use, void *user) {
    for (const struct mixer *const *m = mixers; *m; m++)
        use(user, &(struct entry){.name = (*m)->name, .summary = (*m)->summary, .source = (*m)->source});
}

static void each_baseline(entry_use *use, void *user) {
    for (const struct baseline *const *b = baseline_kinds; *b; b++)
        use(user, &(struct entry){.name = (*b)->name, .summary = (*b)->summary, .source = (*b)->source});
}

static void each_policy(entry_use *use, void *user) {
    for (const struct policy *const *p = policies; *p; p++)
        use(user, &(struct entry){.name = (*p)->name, .summary = (*p)->summary, .more = (*p)->effect});
}

/* The named models: a file configs/NAME.ini each. */
static const struct named_model {
    const char *name, *summary;
} models[] = {
    {"transformer", "sinusoids added to the embedding, post-norm"},
    {"bert", "learned table, segments, norm on the embedding, post-norm, GELU"},
    {"roberta", "BERT's with position t in row t + 2, one segment"},
    {"tinybert", "BERT's, with fewer and narrower layers"},
    {"gpt2", "learned table, causal, pre-norm, GELU"},
    {"t5-encoder", "learned relative bias on scores, nothing on the embedding"},
    {"gptj", "rotary, neighbouring columns, a part of each head; causal"},
    {"llama", "rotary, halves of each head, all of it; causal"},
    {"vit", "[CLS] and patches of an image, learned table, pre-norm, GELU"},
    {"recurrent", "Elman, GRU and LSTM instead of attention, no positions"},
    {"tabtransformer", "cells with words of their own, and a learned identifier for each column"},
    {"saint", "cells with words of their own, no positions"},
    {0},
};

static void each_model(entry_use *use, void *user) {
    char config[64];
    for (const struct named_model *m = models; m->name; m++) {
        snprintf(config, sizeof config, "configs/%s.ini", m->name);
        use(user, &(struct entry){.name = m->name, .summary = m->summary, .config = config});
    }
}

static void each_metric(entry_use *use, void *user) {
    for (int k = 0; k < metric_count; k++)
        use(user,
            &(struct entry){.name = metrics[k].name, .summary = metrics[k].meaning, .also = metrics[k].quantity.title});
}

static void each_option(entry_use *use, void *user) {
    char dashed[64];
    for (const struct command_option *o = command_options; o->name; o++) {
        snprintf(dashed, sizeof dashed, "--%s", o->name);
        use(user, &(struct entry){.name = o->name, .summary = o->meaning, .also = dashed});
    }
}

/* A claim by its number, and by every word of its tables. */
static void use_claim(entry_use *use, void *user, const struct claim *c) {
    char name[32];
    struct entry e = {.name = name, .summary = c->sentence};
    snprintf(name, sizeof name, "claim %d", c->number);
    use(user, &e);
    for (int i = 0; i < c->tables; i++) {
        e.also = c->table[i].title;
        use(user, &e);
        for (int k = 0; k < 3; k++)
            if ((e.also = c->table[i].head[k]))
                use(user, &e);
    }
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < CLAIM_FACTORS; k++)
            if ((e.also = c->row[i].setting[k]))
                use(user, &e);
}

static void each_claim(entry_use *use, void *user) {
    struct arena arena = {0};
    struct claims_book book = {0};
    struct error unread;
    claims_read(&book, &arena, &unread); /* what cannot be read is not found */
    for (int i = 0; i < book.claims; i++)
        use_claim(use, user, book.claim[i]);
    arena_free(&arena);
}

static void each_config(entry_use *use, void *user) {
    struct arena arena = {0};
    for (const char *const *name = config_names(&arena); *name; name++)
        use(user, &(struct entry){.name = *name,
                                  .summary = arena_format(
                                      &arena, "configs/%s.ini: the comment at its top says what it shows.", *name)});
    arena_free(&arena);
}

const struct catalogue catalogues[] = {
    {"tasks", "task", "Tasks (task.name):", "poslab sample task.name=%s", each_task, false},
    {"encodings", "encoding", "Position encodings (encoding.name; several in one model are joined: sinusoidal+alibi):",
     "poslab explain %s", each_encoding, false},
    {"mixers", "mixer", "Mixers (model.mixer):", "poslab compare %s/none", each_mixer, false},
    {"baselines", "baseline",
     "Baselines (members baseline/NAME, or model.baseline): no positions, no layer, trained like models:",
     "poslab compare baseline/%s", each_baseline, false},
    {"models", "model", "Named models: how they treat positions, each as a config (poslab train bert):",
     "poslab train %s", each_model, false},
    {"policies", "extrapolation policy",
     "Extrapolation policies, for positions beyond the trained length (eval.policies, encoding.extrapolation):",
     "poslab eval RUN eval.policies=%s", each_policy, false},
    {"metrics", "metric", NULL, "poslab eval RUN --metric %s", each_metric, false},
    {"views", "view of `poslab show`", NULL, NULL, show_each_view, false},
    {"options", "option", NULL, NULL, each_option, false},
    {"claims", "tested by `poslab claims`", NULL, NULL, each_claim, true},
    {"configs", "config", NULL, "poslab compare %s", each_config, true},
    {0},
};
