/* catalogue.c -- see catalogue.h. */
#include "command/catalogue.h"

#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "cli/arguments.h"
#include "cli/choices.h"
#include "view/kinds.h"

struct entry_list {
    struct arena *arena;
    const struct entry **end; /* where the next one goes */
};

static void add(struct entry_list *to, struct entry entry) {
    struct entry *e = arena_alloc(to->arena, 1, sizeof *e);
    *e = entry;
    *to->end = e;
    to->end = &e->next;
}

static void add_tasks(struct entry_list *to) {
    for (const struct task *const *t = tasks; *t; t++)
        add(to, (struct entry){.name = (*t)->name, .summary = (*t)->summary, .question = (*t)->question});
}

static void add_encodings(struct entry_list *to) {
    for (const struct encoding *const *k = encodings; *k; k++)
        add(to, (struct entry){.name = (*k)->name, .summary = (*k)->summary, .source = (*k)->source, .encoding = *k});
}

static void add_mixers(struct entry_list *to) {
    for (const struct mixer *const *m = mixers; *m; m++)
        add(to, (struct entry){.name = (*m)->name, .summary = (*m)->summary, .source = (*m)->source});
}

static void add_baselines(struct entry_list *to) {
    for (const struct baseline *const *b = baseline_kinds; *b; b++)
        add(to, (struct entry){.name = (*b)->name, .summary = (*b)->summary, .source = (*b)->source});
}

static void add_policies(struct entry_list *to) {
    for (const struct policy *const *p = policies; *p; p++)
        add(to, (struct entry){.name = (*p)->name, .summary = (*p)->summary, .more = (*p)->effect});
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

static void add_models(struct entry_list *to) {
    for (const struct named_model *m = models; m->name; m++)
        add(to, (struct entry){.name = m->name,
                               .summary = m->summary,
                               .config = arena_format(to->arena, "configs/%s.ini", m->name)});
}

static void add_metrics(struct entry_list *to) {
    for (const struct metric *m = metrics; m < metrics + metric_count; m++)
        add(to,
            (struct entry){
                .name = m->name, .summary = m->meaning, .also = m->quantity.title, .only_explained = m->eighth > 0});
}

/* Of what they are, and of what has several their names. */
static void add_views(struct entry_list *to) {
    for (const struct view_kind *const *k = views; *k; k++) {
        if (*k == view_at((*k)->of, 0))
            add(to, (struct entry){.name = (*k)->of, .summary = (*k)->summary, .only_explained = true});
        if ((*k)->name)
            add(to, (struct entry){.name = (*k)->name, .summary = (*k)->summary});
    }
}

static void add_options(struct entry_list *to) {
    for (const struct command_option *o = command_options; o->name; o++)
        add(to,
            (struct entry){.name = o->name, .summary = o->meaning, .also = arena_format(to->arena, "--%s", o->name)});
}

static void add_table(void *list, const struct setting *table, const char *owner) {
    for (; table && table->key; table++)
        add(list, (struct entry){.name = table->key, .summary = table->meaning, .setting = table, .owner = owner});
}

static void add_settings(struct entry_list *to) { settings_each_table(add_table, to); }

/* A claim by its number, and by every word of its tables. */
static void add_claim(struct entry_list *to, const struct claim *c) {
    struct entry e = {.name = arena_format(to->arena, "claim %d", c->number), .summary = c->sentence};
    add(to, e);
    for (int i = 0; i < c->tables; i++) {
        e.also = c->table[i].title;
        add(to, e);
        for (int k = 0; k < 3; k++)
            if ((e.also = c->table[i].head[k]))
                add(to, e);
    }
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < CLAIM_FACTORS; k++)
            if ((e.also = c->row[i].setting[k]))
                add(to, e);
}

static void add_claims(struct entry_list *to) {
    struct claims_book book = {0};
    struct error unread;
    claims_read(&book, to->arena, &unread); /* what cannot be read is not found */
    for (int i = 0; i < book.claims; i++)
        add_claim(to, book.claim[i]);
}

static void add_configs(struct entry_list *to) {
    for (const char *const *name = config_names(to->arena); *name; name++)
        add(to, (struct entry){.name = *name,
                               .summary = arena_format(
                                   to->arena, "configs/%s.ini: the comment at its top says what it shows.", *name)});
}

const struct catalogue catalogues[] = {
    {"tasks", "task", "Tasks (task.name):", "poslab sample task.name=%s", add_tasks, false},
    {"encodings", "encoding", "Position encodings (encoding.name; several in one model are joined: sinusoidal+alibi):",
     "poslab explain %s", add_encodings, false},
    {"mixers", "mixer", "Mixers (model.mixer):", "poslab compare %s/none", add_mixers, false},
    {"baselines", "baseline",
     "Baselines (members baseline/NAME, or model.baseline): no positions, no layer, trained like models:",
     "poslab compare baseline/%s", add_baselines, false},
    {"models", "model", "Named models: how they treat positions, each as a config (poslab train bert):",
     "poslab train %s", add_models, false},
    {"policies", "extrapolation policy",
     "Extrapolation policies, for positions beyond the trained length (eval.policies, encoding.extrapolation):",
     "poslab eval RUN eval.policies=%s", add_policies, false},
    {"metrics", "metric", NULL, "poslab eval RUN --metric %s", add_metrics, false},
    {"views", "view of `poslab show`", NULL, NULL, add_views, false},
    {"options", "option", NULL, NULL, add_options, false},
    {"settings", "setting", "Settings, their defaults and limits; in a file [section] and key, or section.key=value:",
     NULL, add_settings, false},
    {"claims", "tested by `poslab claims`", NULL, NULL, add_claims, true},
    {"configs", "config", NULL, "poslab compare %s", add_configs, true},
    {0},
};

const struct entry *catalogue_entries(const struct catalogue *c, struct arena *arena) {
    const struct entry *first = NULL;
    c->fill(&(struct entry_list){arena, &first});
    return first;
}

const struct entry *catalogue_named(const char *name, struct arena *arena) {
    const struct catalogue *c = catalogues;
    while (strcmp(c->name, name) != 0)
        c++;
    return catalogue_entries(c, arena);
}
