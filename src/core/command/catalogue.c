/* catalogue.c -- see catalogue.h. */
#include "command/catalogue.h"

#include <string.h>

#include "base/registry.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "cli/arguments.h"
#include "cli/choices.h"
#include "encoding/encoding.h"
#include "evaluate/metric.h"
#include "model/mixer.h"
#include "view/kinds.h"

void entry_add(struct entry_list *to, struct entry entry) {
    struct entry *e = arena_alloc(to->arena, 1, sizeof *e);
    *e = entry;
    *to->end = e;
    to->end = &e->next;
}

static void add_tasks(struct entry_list *to) {
    for (const struct task *const *t = tasks; *t; t++)
        entry_add(to, (struct entry){.name = (*t)->name, .summary = (*t)->summary, .question = (*t)->question});
}

static void add_encodings(struct entry_list *to) {
    for (const struct encoding *const *k = encodings; *k; k++)
        entry_add(to,
                  (struct entry){.name = (*k)->name, .summary = (*k)->summary, .source = (*k)->source, .encoding = *k});
}

static void add_mixers(struct entry_list *to) {
    for (const struct mixer *const *m = mixers; *m; m++)
        entry_add(to, (struct entry){.name = (*m)->name, .summary = (*m)->summary, .source = (*m)->source});
}

static void add_baselines(struct entry_list *to) {
    for (const struct baseline *const *b = baseline_kinds; *b; b++)
        entry_add(to, (struct entry){.name = (*b)->name, .summary = (*b)->summary, .source = (*b)->source});
}

static void add_policies(struct entry_list *to) {
    for (const struct policy *const *p = policies; *p; p++)
        entry_add(to, (struct entry){.name = (*p)->name, .summary = (*p)->summary, .more = (*p)->effect});
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
        entry_add(to, (struct entry){.name = m->name,
                                     .summary = m->summary,
                                     .config = arena_format(to->arena, "configs/%s.ini", m->name)});
}

static void add_metrics(struct entry_list *to) {
    for (const struct metric *m = metrics; m < metrics + metric_count; m++)
        entry_add(to, (struct entry){.name = m->name, .summary = m->meaning, .also = m->quantity.title});
}

/* Of what they are, and of what has several their names. */
static void add_views(struct entry_list *to) {
    for (const struct view_kind *const *k = views; *k; k++) {
        if (*k == view_at((*k)->of, 0))
            entry_add(to, (struct entry){.name = (*k)->of, .summary = (*k)->summary});
        if ((*k)->name)
            entry_add(to, (struct entry){.name = (*k)->name, .summary = (*k)->summary});
    }
}

static void add_options(struct entry_list *to) {
    for (const struct command_option *o = command_options; o->name; o++)
        entry_add(to, (struct entry){
                          .name = o->name, .summary = o->meaning, .also = arena_format(to->arena, "--%s", o->name)});
}

static void add_settings(struct entry_list *to) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++) {
        bool common = of->table == settings_table || of->table == comparison_table;
        for (const struct setting *o = of->table; o && o->key; o++)
            entry_add(to, (struct entry){.name = o->key,
                                         .summary = o->meaning,
                                         .setting = o,
                                         .owner = of->owner,
                                         .rank = settings_is_expert(o->key) ? 2 : !common});
    }
}

static void add_configs(struct entry_list *to) {
    for (const char *const *name = config_names(to->arena); *name; name++)
        entry_add(to,
                  (struct entry){.name = *name,
                                 .summary = arena_format(
                                     to->arena, "configs/%s.ini: the comment at its top says what it shows.", *name)});
}

static const struct catalogue
    of_tasks = {"tasks", "task", "Tasks (task.name):", "poslab show task task.name=%s", add_tasks, 0},
    of_encodings = {"encodings",
                    "encoding",
                    "Position encodings (encoding.name; several in one model are joined: sinusoidal+alibi):",
                    "poslab explain %s",
                    add_encodings,
                    0},
    of_mixers = {"mixers", "mixer", "Mixers (model.mixer):", "poslab compare %s/none", add_mixers, 0},
    of_baselines =
        {"baselines",
         "baseline",
         "Baselines (members baseline/NAME, or model.baseline): no positions, no layer, trained like models:",
         "poslab compare baseline/%s",
         add_baselines,
         0},
    of_models = {"models",
                 "model",
                 "Named models: how they treat positions, each as a config (poslab train bert):",
                 "poslab train %s",
                 add_models,
                 0},
    of_policies =
        {"policies",
         "extrapolation policy",
         "Extrapolation policies, for positions beyond the trained length (eval.policies, encoding.extrapolation):",
         "poslab eval RUN eval.policies=%s",
         add_policies,
         0},
    of_metrics = {"metrics", "metric", NULL, "poslab eval RUN --metric %s", add_metrics, 0},
    of_views = {"views", "view of `poslab show`", NULL, NULL, add_views, 0},
    of_options = {"options", "option", NULL, NULL, add_options, 0},
    of_settings = {"settings", "setting", "Settings, their defaults and limits:", NULL, add_settings, 0},
    of_configs = {"configs", "config", NULL, "poslab compare %s", add_configs, 2};
const struct catalogue *catalogues[CATALOGUES_MAX + 1] = {&of_tasks,   &of_encodings, &of_mixers,  &of_baselines,
                                                          &of_models,  &of_policies,  &of_metrics, &of_views,
                                                          &of_options, &of_settings,  &of_configs, NULL};

const struct entry *catalogue_entries(const struct catalogue *c, struct arena *arena) {
    const struct entry *first = NULL;
    c->fill(&(struct entry_list){arena, &first});
    return first;
}

const struct entry *catalogue_named(const char *name, struct arena *arena) {
    return catalogue_entries(registry_find(catalogues, name), arena);
}
