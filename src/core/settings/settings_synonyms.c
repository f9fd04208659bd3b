/* settings_synonyms.c -- see settings_synonyms.h. If exactly one of ours is meant, it is used, under its own name from
 * here on; otherwise the answer lists what there is. */
#include "settings/settings_synonyms.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "model/mixer.h"
#include "settings/settings.h"
#include "task/task.h"

/* ---- Options of encodings */

const struct encoding *settings_encoding_of(const char *key) {
    char section[SETTING_TEXT_MAX];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(key, "."), key);
    return key[strcspn(key, ".")] ? encoding_find(section) : NULL;
}

const char *settings_name(const char *key) {
    bool whole = strchr(key, '.'), section = strncmp(key, "encoding.", strlen("encoding.")) == 0;
    const char *name = section ? strchr(key, '.') + 1 : key;
    bool own = false, others = false; /* encodings have it; others have it */
    if ((whole && !section) || setting_find(settings_table, key))
        return NULL;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        if (setting_named(of->table, name))
            *(encoding_find(of->owner) ? &own : &others) = true;
    return own && (section || !others) ? name : NULL;
}

/* One of them; true: it is not needed any more. */
static bool settle(struct assignments *a, struct assignment item, const char *kinds, char *meant, size_t size) {
    char one[SETTING_TEXT_MAX], key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX], where[SETTING_TEXT_MAX];
    const struct setting *o;
    struct error none;
    bool had = false, sets = false;
    snprintf(key, sizeof key, "%s", item.key); /* texts move where one is set */
    snprintf(value, sizeof value, "%s", item.value);
    snprintf(where, sizeof where, "%s", item.where);
    while (text_item(&kinds, one, sizeof one)) {
        const struct encoding *of = encoding_find(one);
        if (!of || !(o = setting_named(of->options, settings_name(key))))
            continue;
        had = true;
        if (assignments_source(a, o->key) >= item.from ||
            !assignments_put(a, (struct assignment){o->key, value, where, item.from}, &none))
            continue;
        if (meant && item.from == FROM_LINE && !sets)
            text_append(meant, size, "%s%s=%s is ", *meant ? "; " : "", key, value);
        if (meant && item.from == FROM_LINE)
            text_append(meant, size, "%s%s=%s", sets ? ", " : "", o->key, value);
        sets = true;
    }
    return sets || (had && item.from != FROM_LINE);
}

void settings_settle(struct assignments *a, const char *kinds, char *meant, size_t size) {
    for (int from = FROM_LINE; from > FROM_NOWHERE; from--)
        for (int i = 0; i < a->count; i++) {
            struct assignment item = assignments_item(a, i);
            if ((int)item.from == from && settings_name(item.key) && settle(a, item, kinds, meant, size))
                assignments_drop(a, i--);
        }
}

/* ---- What others call them */

static const char a_word[] = "models and configs are words of their own: `poslab train bert`; see `poslab help models`";

/* Names separated by blanks, or complete keys that mean something else without their section, and our key for them, or
 * why there is none. */
static const struct meant {
    const char *names, *key, *answer;
} rows[] = {
    {"lr max_lr", "train.learning_rate", NULL},
    {"batch_size", "train.batch", NULL},
    {"max_steps num_steps iterations iters", "train.steps", NULL},
    {"num_epochs num_train_epochs", "train.epochs", NULL},
    {"warmup_steps num_warmup_steps", "train.warmup", NULL},
    {"lr_schedule lr_scheduler lr_scheduler_type scheduler", "train.schedule", NULL},
    {"wd", "train.weight_decay", NULL},
    {"grad_clip gradient_clipping max_grad_norm", "train.clip", NULL},
    {"adam_beta1", "train.beta1", NULL},
    {"adam_beta2", "train.beta2", NULL},
    {"adam_epsilon eps", "train.epsilon", NULL},
    {"early_stopping early_stopping_patience", "train.patience", NULL},
    {"hidden_size embed_dim embedding_dim n_embd", "model.d_model", NULL},
    {"num_heads n_heads n_head nhead num_attention_heads", "model.heads", NULL},
    {"intermediate_size dim_feedforward ffn_dim d_inner", "model.d_ff", NULL},
    {"hidden_act activation_function", "model.activation", NULL},
    {"is_causal is_decoder mask attention_mask", "model.causal", NULL},
    {"max_len n_positions", "learned.max_position_embeddings", NULL},
    {"encoding positional_encoding position_encoding position_embedding_type", "encoding.name", NULL},
    {"rope_theta theta", "rope.base", NULL},
    {"task", "task.name", NULL},
    {"task.encoding", "task.charset", NULL},
    {"layers num_layers n_layers n_layer num_hidden_layers depth", NULL,
     "there is one layer, so that what an encoding does can be seen; no setting adds more"},
    {"dropout attention_dropout hidden_dropout_prob", NULL,
     "there is no dropout; train.weight_decay and train.patience (early stopping) work against overfitting"},
    {"seq_len sequence_length max_seq_len max_seq_length max_length context_length block_size n_ctx length", NULL,
     "task.words are the lengths of training, eval.lengths those of evaluation, learned.max_position_embeddings the "
     "rows of a position table"},
    {"optimizer optimiser optim momentum", NULL,
     "AdamW is the only optimiser: train.learning_rate, train.beta1, train.beta2, train.epsilon, train.weight_decay"},
    {"encodings", NULL, "compare.members lists what is compared"},
    {"warmup_ratio", NULL, "train.warmup counts steps"},
    {"seed", NULL,
     "train.seed draws weights and examples, eval.seed the examples of evaluation; compare.seeds=5 trains seeds 1..5"},
    {"pre_norm post_norm norm_first", NULL, "model.norm is pre or post"},
    {"vocab_size", NULL, "each task has its own vocabulary: see `poslab help settings --all`"},
    {"model config", NULL, a_word},
    {"dataset data", NULL, "rows of your own: task.train=FILE; a text: task.name=next task.text=FILE"},
    {"top top_k", NULL, "`poslab predict --count N` prints the N likeliest answers"},
    {"device gpu threads num_workers", NULL, "it runs on CPUs; --threads N and --jobs N say how many"},
    {"fp16 bf16 dtype", NULL, "numbers have 32 bits; no setting changes that"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- Keys */

/* The keys that end in a name without a section. */
struct search {
    const char *key; /* the first */
    int count;
    char list[2 * SETTING_TEXT_MAX];
};

static struct search search_name(const char *name) {
    struct search s = {0};
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        for (const struct setting *o = of->table; o && o->key; o++) {
            if (strcmp(setting_last_word(o->key), name) != 0 || text_lists(s.list, o->key))
                continue;
            text_append(s.list, sizeof s.list, "%s%s", s.count++ ? ", " : "", o->key);
            s.key = s.key ? s.key : o->key;
        }
    return s;
}

static const struct meant *find_meant(const char *name) {
    for (int i = 0; i < ROWS; i++)
        if (strstr(rows[i].names, name) && text_lists(rows[i].names, name)) /* the first is quick */
            return &rows[i];
    return NULL;
}

/* By its key; else by its last word. */
static const struct meant *find_meant_key(const char *key) {
    const struct meant *m = find_meant(key);
    return m ? m : find_meant(setting_last_word(key));
}

bool settings_word(int i, char name[SETTING_TEXT_MAX]) {
    for (int k = 0; k < ROWS; k++)
        for (const char *list = rows[k].names; !rows[k].answer && text_item(&list, name, SETTING_TEXT_MAX);)
            if (i-- == 0)
                return true;
    return false;
}

bool settings_is_word(const char *name) {
    const struct meant *m = find_meant(name);
    return m && m->answer == a_word;
}

const char *settings_synonym_key(const char *key) {
    const char *dot = strchr(key, '.');
    const struct meant *m = find_meant_key(key);
    if (m)
        return m->key && (!dot || strncmp(key, m->key, (size_t)(dot - key) + 1) == 0) ? m->key : key;
    const char *name = settings_name(key);
    if (dot && !name)
        return key;
    const struct search s = search_name(name ? name : key);
    return s.count == 1 ? s.key : key;
}

bool settings_is_named(const struct setting *o, const char *name) {
    const char *of_encodings = settings_encoding_of(o->key) ? settings_name(name) : NULL;
    return strcmp(o->key, settings_synonym_key(name)) == 0 ||
           strcmp(setting_last_word(o->key), of_encodings ? of_encodings : name) == 0;
}

bool settings_answer(const char *key, struct suggestion *near, struct error *e) {
    const char *dot = strchr(key, '.');
    const struct meant *m = find_meant_key(key);
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

bool settings_answer_list(const struct setting *o, const struct assignment *item, struct error *e) {
    const char *list = item->value, *key = item->key, *dot = strchr(key, '.');
    char one[SETTING_TEXT_MAX], normal[SETTING_TEXT_MAX];
    struct error none;
    bool seed = strcmp(key, "train.seed") == 0, own = settings_encoding_of(key);
    bool fits = strchr(list, ',') && o->kind != SETTING_TEXT && o->kind != SETTING_RANGE;
    while (fits && text_item(&list, one, sizeof one))
        fits = settings_normal(o, one, normal, &none);
    if (fits && seed)
        error_set(e, EXIT_USAGE, "one seed; `poslab compare` takes several: compare.seeds=%s", item->value);
    else if (fits && (own || settings_may_differ(key)))
        error_set(e, EXIT_USAGE, "one value; `poslab compare` takes several: compare.grid=\"%s=%s\"",
                  own ? key : dot + 1, item->value);
    return false;
}

/* Names of encodings, policies and mixers, and what others call them. */
static const char *const names[][2] = {
    {"rope", "rotary roformer"},
    {"sinusoidal", "sin sine sines sinusoid sinusoids sincos"},
    {"learned", "learnt learnable trained"},
    {"none", "nope"},
    {"interpolate", "pi interpolation position-interpolation"},
    {"extend", "extrapolate"},
    {"ntk", "ntk-aware"},
    {"yarn", "ntk-by-parts"},
    {"attention", "self-attention"},
};

static bool is_task(const char *name) { return task_named(name); }
static bool is_kind(const char *name) {
    return encoding_find(name) || policy_find(name) || mixer_find(name) || baseline_find(name);
}

/* The settings whose values are such names, besides task.name. */
static const char lists[] = "encoding.name encoding.extrapolation model.mixer model.baseline eval.policies "
                            "compare.members compare.pairs compare.grid";

/* Of the options of members, which are written without a section: "lr" is learning_rate. */
static const char *meant_option(const char *word) {
    const struct meant *m = find_meant(word);
    return m && m->key ? strchr(m->key, '.') + 1 : word;
}

/* The name meant by a synonym or a word in capitals, which is shorter than SETTING_TEXT_MAX; else the word itself. */
static const char *meant_name(const char *word, bool (*is)(const char *name), char lower[SETTING_TEXT_MAX]) {
    if (is(word))
        return word;
    for (size_t i = 0, length = strlen(word); i <= length; i++)
        lower[i] = word[i] == '_' ? '-' : (char)tolower((unsigned char)word[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names && is == is_kind; i++)
        if (text_lists(names[i][1], lower))
            return names[i][0];
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

/* What others give as a value of one setting. */
static const struct {
    const char *key, *names, *value;
} values[] = {{"model.causal", "causal", "yes"},
              {"model.causal", "full bidirectional", "no"},
              {"task.charset", "utf8 UTF8 utf-8-sig utf_8 ascii", "utf-8"},
              {"task.charset", "latin1 Latin1 latin_1 l1 iso-8859-1 ISO-8859-1 iso8859-1 iso_8859_1", "latin-1"},
              {"task.charset", "sjis SJIS shift-jis cp932 CP932 windows-31j", "shift_jis"},
              {"task.charset", "gbk GBK gb2312 GB2312 cp936 CP936", "gb18030"},
              {"task.charset", "cp1251 CP1251 win-1251", "windows-1251"},
              {"task.charset", "cp1252 CP1252 win-1252 windows1252 Windows1252 ansi ANSI", "windows-1252"},
              {"task.charset", "utf16 UTF16 utf_16 utf-16le utf-16-le UTF-16LE unicode", "utf-16"}};

const char *settings_synonym_value(const char *key, const char *value, char *buffer, size_t size) {
    bool task = strcmp(key, "task.name") == 0, count = *value && strspn(value, "0123456789") == strlen(value);
    if (task || text_lists(lists, key))
        return mean_names(buffer, size, value, task ? is_task : is_kind) ? buffer : value;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].key, key) == 0 && text_lists(values[i].names, value))
            return values[i].value;
    /* A choice as its table spells it: "True" is yes, so that equal members have one label. */
    char own[SETTING_TEXT_MAX];
    const struct setting *o = settings_find(key);
    if (o && o->kind == SETTING_CHOICE && settings_normal(o, value, own, &(struct error){0}) && strlen(own) < size)
        return strcpy(buffer, own);
    if (!count || strcmp(key, "compare.seeds") != 0 || strcmp(value, "1") == 0)
        return value;
    snprintf(buffer, size, "1..%s", value); /* so many */
    return buffer;
}
