/* settings_meant.c -- other names of settings and values. If exactly one of ours is meant, it is used, under its own
 * name from here on; otherwise the answer lists what there is. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "train/settings.h"

#define ONE_LAYER "there is one layer, so that what an encoding does can be seen; no setting adds more"
#define NO_DROPOUT \
    "there is no dropout; train.weight_decay and train.patience (early stopping) work against overfitting"
#define LENGTHS                                                                  \
    "task.words are the lengths of training, eval.lengths those of evaluation, " \
    "encoding.max_position_embeddings the rows of a position table"
#define OPTIMISER                                                                                 \
    "AdamW is the only optimiser: train.learning_rate, train.beta1, train.beta2, train.epsilon, " \
    "train.weight_decay"
#define PROCESSORS "it runs on CPUs; --threads N and --jobs N say how many"
#define ROWS "rows of your own: task.train=FILE; a text: task.name=next task.text=FILE"

static const char a_word[] = "models and configs are words of their own: `poslab train bert`; see `poslab list models`";

/* A name, and our key for it, or why there is none. */
static const struct meant {
    const char *name, *key, *answer;
} keys[] = {
    {"lr", "train.learning_rate", NULL},
    {"max_lr", "train.learning_rate", NULL},
    {"batch_size", "train.batch", NULL},
    {"max_steps", "train.steps", NULL},
    {"num_steps", "train.steps", NULL},
    {"iterations", "train.steps", NULL},
    {"iters", "train.steps", NULL},
    {"num_epochs", "train.epochs", NULL},
    {"num_train_epochs", "train.epochs", NULL},
    {"warmup_steps", "train.warmup", NULL},
    {"num_warmup_steps", "train.warmup", NULL},
    {"lr_schedule", "train.schedule", NULL},
    {"lr_scheduler", "train.schedule", NULL},
    {"lr_scheduler_type", "train.schedule", NULL},
    {"scheduler", "train.schedule", NULL},
    {"wd", "train.weight_decay", NULL},
    {"grad_clip", "train.clip", NULL},
    {"gradient_clipping", "train.clip", NULL},
    {"max_grad_norm", "train.clip", NULL},
    {"adam_beta1", "train.beta1", NULL},
    {"adam_beta2", "train.beta2", NULL},
    {"adam_epsilon", "train.epsilon", NULL},
    {"eps", "train.epsilon", NULL},
    {"early_stopping", "train.patience", NULL},
    {"early_stopping_patience", "train.patience", NULL},
    {"hidden_size", "model.d_model", NULL},
    {"embed_dim", "model.d_model", NULL},
    {"embedding_dim", "model.d_model", NULL},
    {"n_embd", "model.d_model", NULL},
    {"num_heads", "model.heads", NULL},
    {"n_heads", "model.heads", NULL},
    {"n_head", "model.heads", NULL},
    {"nhead", "model.heads", NULL},
    {"num_attention_heads", "model.heads", NULL},
    {"intermediate_size", "model.d_ff", NULL},
    {"dim_feedforward", "model.d_ff", NULL},
    {"ffn_dim", "model.d_ff", NULL},
    {"d_inner", "model.d_ff", NULL},
    {"hidden_act", "model.activation", NULL},
    {"activation_function", "model.activation", NULL},
    {"is_causal", "model.causal", NULL},
    {"is_decoder", "model.causal", NULL},
    {"mask", "model.causal", NULL},
    {"attention_mask", "model.causal", NULL},
    {"max_len", "encoding.max_position_embeddings", NULL},
    {"n_positions", "encoding.max_position_embeddings", NULL},
    {"encoding", "encoding.name", NULL},
    {"positional_encoding", "encoding.name", NULL},
    {"position_encoding", "encoding.name", NULL},
    {"position_embedding_type", "encoding.name", NULL},
    {"rope_theta", "rope.base", NULL},
    {"theta", "rope.base", NULL},
    {"task", "task.name", NULL},
    {"layers", NULL, ONE_LAYER},
    {"num_layers", NULL, ONE_LAYER},
    {"n_layers", NULL, ONE_LAYER},
    {"n_layer", NULL, ONE_LAYER},
    {"num_hidden_layers", NULL, ONE_LAYER},
    {"depth", NULL, ONE_LAYER},
    {"dropout", NULL, NO_DROPOUT},
    {"attention_dropout", NULL, NO_DROPOUT},
    {"hidden_dropout_prob", NULL, NO_DROPOUT},
    {"seq_len", NULL, LENGTHS},
    {"sequence_length", NULL, LENGTHS},
    {"max_seq_len", NULL, LENGTHS},
    {"max_seq_length", NULL, LENGTHS},
    {"max_length", NULL, LENGTHS},
    {"context_length", NULL, LENGTHS},
    {"block_size", NULL, LENGTHS},
    {"n_ctx", NULL, LENGTHS},
    {"length", NULL, LENGTHS},
    {"optimizer", NULL, OPTIMISER},
    {"optimiser", NULL, OPTIMISER},
    {"optim", NULL, OPTIMISER},
    {"momentum", NULL, OPTIMISER},
    {"warmup_ratio", NULL, "train.warmup counts steps"},
    {"seed", NULL,
     "train.seed draws weights and examples, eval.seed the examples of evaluation; compare.seeds=5 trains seeds 1..5"},
    {"pre_norm", NULL, "model.norm is pre or post"},
    {"post_norm", NULL, "model.norm is pre or post"},
    {"norm_first", NULL, "model.norm is pre or post"},
    {"vocab_size", NULL, "each task has its own vocabulary: see `poslab list settings`"},
    {"model", NULL, a_word},
    {"config", NULL, a_word},
    {"dataset", NULL, ROWS},
    {"data", NULL, ROWS},
    {"device", NULL, PROCESSORS},
    {"gpu", NULL, PROCESSORS},
    {"threads", NULL, PROCESSORS},
    {"num_workers", NULL, PROCESSORS},
    {"fp16", NULL, "numbers have 32 bits; no setting changes that"},
    {"bf16", NULL, "numbers have 32 bits; no setting changes that"},
    {"dtype", NULL, "numbers have 32 bits; no setting changes that"},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* ---- Keys */

/* A name without a section, and the keys that end in it. */
struct search {
    const char *name, *key; /* the first */
    int count;
    char list[2 * SETTING_TEXT_MAX];
};

static bool is_listed(const char *list, const char *key) {
    char item[SETTING_TEXT_MAX];
    while (text_item(&list, item, sizeof item))
        if (strcmp(item, key) == 0)
            return true;
    return false;
}

static void search_table(void *user, const struct setting *table, const char *owner) {
    struct search *s = user;
    (void)owner;
    for (; table && table->key; table++) {
        if (strcmp(strchr(table->key, '.') + 1, s->name) != 0 || is_listed(s->list, table->key))
            continue;
        text_append(s->list, sizeof s->list, "%s%s", s->count++ ? ", " : "", table->key);
        s->key = s->key ? s->key : table->key;
    }
}

static struct search search_name(const char *name) {
    struct search s = {.name = name};
    settings_each_table(search_table, &s);
    return s;
}

static const struct meant *find_meant(const char *name) {
    for (int i = 0; i < KEYS; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

const char *settings_word(int i) {
    for (int k = 0; k < KEYS; k++)
        if (!keys[k].answer && i-- == 0)
            return keys[k].name;
    return NULL;
}

bool settings_is_word(const char *name) {
    const struct meant *m = find_meant(name);
    return m && m->answer == a_word;
}

/* Whether two keys have the same section. */
static bool same_section(const char *a, const char *b) {
    size_t length = strcspn(a, ".");
    return strncmp(a, b, length + 1) == 0;
}

const char *settings_meant_key(const char *key) {
    const char *dot = strchr(key, '.');
    const struct meant *m = find_meant(dot ? dot + 1 : key);
    if (m)
        return m->key && (!dot || same_section(key, m->key)) ? m->key : key;
    if (dot)
        return key;
    const struct search s = search_name(key);
    return s.count == 1 ? s.key : key;
}

bool settings_is_named(const struct setting *o, const char *name) {
    return strcmp(o->key, settings_meant_key(name)) == 0 || strcmp(strchr(o->key, '.') + 1, name) == 0;
}

bool settings_answer(const char *key, struct suggestion *near, struct error *e) {
    const char *dot = strchr(key, '.');
    const struct meant *m = find_meant(dot ? dot + 1 : key);
    const struct search none = {0}, s = dot ? none : search_name(key);
    if (m && m->answer)
        error_set(e, EXIT_USAGE, "%s", m->answer);
    else if (s.count > 1)
        error_set(e, EXIT_USAGE, "several settings have that name: %s", s.list);
    else if (m)
        suggest_at(near, m->key, 0);
    return (m && m->answer) || s.count > 1;
}

/* ---- Values */

/* Names of encodings, policies and mixers. */
static const char *const names[][2] = {
    {"rotary", "rope"},
    {"roformer", "rope"},
    {"sin", "sinusoidal"},
    {"sine", "sinusoidal"},
    {"sines", "sinusoidal"},
    {"sinusoid", "sinusoidal"},
    {"sinusoids", "sinusoidal"},
    {"sincos", "sinusoidal"},
    {"learnt", "learned"},
    {"learnable", "learned"},
    {"trained", "learned"},
    {"nope", "none"},
    {"pi", "interpolate"},
    {"interpolation", "interpolate"},
    {"position-interpolation", "interpolate"},
    {"extrapolate", "extend"},
    {"ntk-aware", "ntk"},
    {"self-attention", "attention"},
};
enum { NAMES = sizeof names / sizeof *names };

static bool is_task(const char *name) { return task_find(name); }
static bool is_kind(const char *name) {
    return encoding_find(name) || policy_find(name) || mixer_find(name) || baseline_find(name);
}

/* Of the options of members, which are written without a section: "lr" is learning_rate. */
static const char *meant_option(const char *word) {
    const struct meant *m = find_meant(word);
    return m && m->key ? strchr(m->key, '.') + 1 : word;
}

/* The settings whose values are names, and which. */
static const struct named {
    const char *key;
    bool (*is)(const char *name);
} named[] = {
    {"task.name", is_task},         {"encoding.name", is_kind},   {"encoding.extrapolation", is_kind},
    {"model.mixer", is_kind},       {"model.baseline", is_kind},  {"eval.policies", is_kind},
    {"compare.encodings", is_kind}, {"compare.members", is_kind}, {"compare.pairs", is_kind},
    {"compare.grid", is_kind},
};

/* The name meant by a synonym or a word in capitals; else the word itself. */
static const char *meant_name(const char *word, bool (*is)(const char *name), char lower[SETTING_TEXT_MAX]) {
    size_t length = strlen(word);
    if (is(word) || length >= SETTING_TEXT_MAX)
        return word;
    for (size_t i = 0; i <= length; i++)
        lower[i] = word[i] == '_' ? '-' : (char)tolower((unsigned char)word[i]);
    for (int i = 0; i < NAMES && is == is_kind; i++)
        if (strcmp(names[i][0], lower) == 0)
            return names[i][1];
    return is(lower) ? lower : word;
}

/* Letters, digits and _, and - inside of a name. */
static size_t name_length(const char *at) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' ||
           (at[length] == '-' && length > 0 && isalnum((unsigned char)at[length + 1])))
        length++;
    return length;
}

/* Every word of a list but values: "ROPE lr=100, sine"; false where it grows too long. */
static bool mean_names(char *out, size_t size, const char *value, bool (*is)(const char *name)) {
    char word[SETTING_TEXT_MAX], lower[SETTING_TEXT_MAX];
    const char *at = value;
    bool fits = true;
    out[0] = 0;
    for (size_t length; *at && fits; at += length) {
        length = name_length(at);
        bool known = length > 0 && length < sizeof word && !(at > value && strchr("=.", at[-1])) && at[length] != '.';
        bool option = at[length] == '=';
        length = length ? length : 1;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        fits = !known ? text_append(out, size, "%.*s", (int)length, at)
                      : text_append(out, size, "%s", option ? meant_option(word) : meant_name(word, is, lower));
    }
    return fits;
}

/* A choice, and the word that was given for it. */
struct chosen {
    const char *key, *said;
    char *out; /* SETTING_TEXT_MAX; stays empty where none is meant */
};

/* Whether a list has the word, in capitals or not. */
static bool has_word(const char *list, const char *word) {
    char item[SETTING_TEXT_MAX];
    while (text_item(&list, item, sizeof item))
        if (strcasecmp(item, word) == 0)
            return true;
    return false;
}

static const char said_yes[] = "true on 1", said_no[] = "false off 0 none full bidirectional";

/* "causal" of model.causal. */
static bool is_name_of(const char *key, const char *value) {
    const char *dot = strrchr(key, '.');
    return dot && strcasecmp(dot + 1, value) == 0;
}

/* Whether it could be a synonym of a choice: most values are not, and comparisons have very many. */
static bool may_be_choice(const char *key, const char *value) {
    bool capital = is_name_of(key, value);
    for (const char *at = value; *at; at++)
        capital |= isupper((unsigned char)*at) != 0;
    return capital || has_word(said_yes, value) || has_word(said_no, value);
}

static void take_choice(struct chosen *c, const char *choices) {
    bool yes = has_word(said_yes, c->said) || is_name_of(c->key, c->said), no = has_word(said_no, c->said);
    if (strcmp(choices, "no|yes") == 0 && (yes || no))
        snprintf(c->out, SETTING_TEXT_MAX, yes ? "yes" : "no");
    for (size_t length; *choices; choices += length + (choices[length] != 0)) {
        length = strcspn(choices, "|");
        if (strlen(c->said) == length && strncasecmp(choices, c->said, length) == 0)
            snprintf(c->out, SETTING_TEXT_MAX, "%.*s", (int)length, choices);
    }
}

static void look_for_choice(void *user, const struct setting *table, const char *owner) {
    struct chosen *c = user;
    const struct setting *o = setting_find(table, c->key);
    (void)owner;
    if (o && o->kind == SETTING_CHOICE)
        take_choice(c, o->choices);
}

const char *settings_meant_value(const char *key, const char *value, char *buffer, size_t size) {
    char choice[SETTING_TEXT_MAX] = "";
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].key, key) == 0)
            return mean_names(buffer, size, value, named[i].is) ? buffer : value;
    if (strcmp(key, "compare.seeds") == 0 && strcmp(value, "1") != 0 && *value &&
        strspn(value, "0123456789") == strlen(value))
        snprintf(choice, sizeof choice, "1..%s", value); /* so many */
    else if (may_be_choice(key, value))
        settings_each_table(look_for_choice, &(struct chosen){key, value, choice});
    if (*choice)
        snprintf(buffer, size, "%s", choice);
    return *choice ? buffer : value;
}
