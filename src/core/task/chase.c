/* chase.c -- sentences from word lists and templates: [query] the quick cat chased the small mouse. The query is one of
 * the two animals, in segment 1, and the target position: does it chase, or is it chased?
 *
 * The same words in another order have the other answer. Sentences grow by adjectives and adverbs, so in longer ones
 * only the positions are new. One layer can solve it: one head finds the animal again, another the verb. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "task/kinds.h"
#include "task/one_target.h"
#include "task/saved.h"
#include "task/tokenizer.h"

enum { CHASED, CHASER }; /* the answers */
enum { TEMPLATES, NOUNS, VERBS, ADJECTIVES, ADVERBS, LISTS };
enum { WORDS_MAX = 4096, LIST_WORDS = 1000, LIST_BYTES = 1 << 20, TEMPLATE_WORDS = 64 };

static const struct list_kind {
    const char *file, *saved;
    int least; /* words */
} lists[LISTS] = {
    {"templates.txt", "task.templates", 1},   {"nouns.txt", "task.nouns", 2},     {"verbs.txt", "task.verbs", 1},
    {"adjectives.txt", "task.adjectives", 1}, {"adverbs.txt", "task.adverbs", 1},
};

struct chase_options {
    char data[SETTING_TEXT_MAX];
    struct range words;
};

static const struct setting options[] = {
    {"task.data", SETTING_TEXT, offsetof(struct chase_options, data), "data/chase", 0, 0, NULL,
     "folder of nouns.txt, verbs.txt, adjectives.txt, adverbs.txt and templates.txt"},
    {"task.words", SETTING_RANGE, offsetof(struct chase_options, words), "7..12", 1, WORDS_MAX, NULL,
     "words of a sentence in training"},
    {0},
};

/* Words of a list: tokens first..first + count - 1. */
struct list {
    int first, count;
};

/* A part of a template: a token, or a slot, written as SLOT minus its number. */
enum { SLOT = -1 };
enum slot { SLOT_CHASER, SLOT_CHASED, SLOT_VERB, SLOT_ADJECTIVES, SLOT_ADVERBS, SLOTS };
static const char *const slot_names[SLOTS] = {"<chaser>", "<chased>", "<verb>", "<adjectives>", "<adverbs>"};

struct template {
    int part[TEMPLATE_WORDS], parts;
    int words; /* with no adjectives and adverbs */
    int open;  /* slots that take any number of words */
};

struct chase {
    char *text[LISTS]; /* of the files */
    size_t bytes[LISTS];
    const char **word; /* (words) by token */
    int words;
    struct list list[LISTS];
    struct template *template; /* (templates) */
    int templates;
};

/* ---- Word lists and templates, line by line */

/* A list while it is read. */
struct word_reader {
    struct chase *c;
    int kind, line;
    const char *where;
    struct arena *arena;
};

static bool fault(const struct word_reader *r, struct error *e, const char *why, const char *word) {
    char shown[TEXT_PRINTABLE];
    return error_set(e, EXIT_DATA, "%s:%d: '%s' %s", r->where, r->line, text_printable(shown, word), why);
}

static int find(const struct chase *c, const char *word) {
    for (int token = 0; token < c->words; token++)
        if (strcmp(c->word[token], word) == 0)
            return token;
    return -1;
}

static int add_word(struct chase *c, const char *word) {
    c->word[c->words] = word;
    return c->words++;
}

/* A word of a template: a slot, or a literal word. */
static bool add_part(const struct word_reader *r, struct template *t, const char *word, struct error *e) {
    int slot = 0;
    if (t->parts == TEMPLATE_WORDS)
        return fault(r, e, "is one word too many for a template", word);
    while (slot < SLOTS && strcmp(slot_names[slot], word) != 0)
        slot++;
    if (slot == SLOTS && strpbrk(word, "<>[]"))
        return fault(r, e, "is not one of <chaser>, <chased>, <verb>, <adjectives>, <adverbs>", word);
    bool open = slot == SLOT_ADJECTIVES || slot == SLOT_ADVERBS;
    int token = slot == SLOTS ? find(r->c, word) : SLOT - slot;
    t->part[t->parts++] = slot == SLOTS && token < 0 ? add_word(r->c, word) : token;
    t->words += !open;
    t->open += open;
    return true;
}

static bool add_template(const struct word_reader *r, char *line, struct error *e) {
    struct template *t = &r->c->template[r->c->templates++];
    const char *at = line, *end = line + strlen(line), *word;
    size_t length;
    int stands[SLOTS] = {0};
    while ((word = utf8_word(&at, end, &length))) {
        char *copy = arena_alloc(r->arena, length + 1, 1);
        if (!add_part(r, t, memcpy(copy, word, length), e))
            return false;
    }
    for (int i = 0; i < t->parts; i++)
        if (t->part[i] < 0)
            stands[SLOT - t->part[i]]++;
    for (int slot = 0; slot < SLOT_ADJECTIVES; slot++)
        if (stands[slot] != 1)
            return fault(r, e, "must be in a template exactly once", slot_names[slot]);
    return t->open > 0 || fault(r, e, "has neither <adjectives> nor <adverbs>, so it cannot grow", line);
}

static bool add_line(const struct word_reader *r, char *line, struct error *e) {
    struct list *list = &r->c->list[r->kind];
    if (r->kind == TEMPLATES ? r->c->templates == LIST_WORDS : list->count == LIST_WORDS)
        return fault(r, e, "is one line too many", line);
    if (r->kind == TEMPLATES)
        return add_template(r, line, e);
    const char *at = line, *end = line + strlen(line);
    size_t length;
    if (utf8_word(&at, end, &length) != line || at != end || strpbrk(line, "<>[]"))
        return fault(r, e, "is not a single word without blanks and brackets", line);
    if (find(r->c, line) >= 0)
        return fault(r, e, "is given twice: in this list, another list or a template", line);
    add_word(r->c, line);
    list->count++;
    return true;
}

/* Whether a list is UTF-8 without NUL bytes. */
static bool check_text(const char *text, size_t bytes, const char *where, struct error *e) {
    size_t broken = utf8_broken(text, bytes), good = strlen(text) < broken ? strlen(text) : broken;
    int line = 1;
    for (size_t i = 0; i < good; i++)
        line += text[i] == '\n';
    return good == bytes || error_set(e, EXIT_DATA, "%s:%d: the line has a byte (0x%02x) that is not UTF-8 text", where,
                                      line, (unsigned char)text[good]);
}

/* Lines of a list that are neither empty nor begin with '#'. */
static bool read_list(struct chase *c, int kind, const char *where, struct arena *arena, struct error *e) {
    struct word_reader r = {c, kind, 0, where, arena};
    char *text = arena_text(arena, c->text[kind]), *next = text + utf8_mark(text, strlen(text));
    if (!check_text(c->text[kind], c->bytes[kind], where, e))
        return false;
    c->list[kind].first = c->words;
    for (char *line = next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] != 0);
        length -= length > 0 && line[length - 1] == '\r';
        line[length] = 0;
        r.line++;
        if (*line && *line != '#' && !add_line(&r, line, e))
            return false;
    }
    int count = kind == TEMPLATES ? c->templates : c->list[kind].count;
    return count >= lists[kind].least ||
           error_set(e, EXIT_DATA, "%s: has %d lines that are not empty or comments; it needs at least %d", where,
                     count, lists[kind].least);
}

/* The text of a list, from its file or from the checkpoint; `where` names it in messages. */
static bool load_text(struct chase *c, int kind, const struct chase_options *o, const struct task_input *in,
                      char where[PATH_MAX_LENGTH], struct arena *arena, struct error *e) {
    char found[PATH_MAX_LENGTH];
    if (in->saved) {
        snprintf(where, PATH_MAX_LENGTH, "tensor %s", lists[kind].saved);
        char *saved = saved_read_bytes(in->saved, lists[kind].saved, 0, &c->bytes[kind], arena, e);
        c->text[kind] = arena_alloc(arena, saved ? c->bytes[kind] + 1 : 1, 1);
        return saved && memcpy(c->text[kind], saved, c->bytes[kind]);
    }
    if (!file_path(found, o->data, lists[kind].file, e))
        return false;
    file_find(where, found);
    c->text[kind] = (char *)file_read(where, LIST_BYTES, arena, &c->bytes[kind], e);
    return c->text[kind] != NULL;
}

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct chase_options *o = t->options;
    struct chase *c = arena_alloc(arena, 1, sizeof *c);
    char where[PATH_MAX_LENGTH];
    int shortest = TEMPLATE_WORDS, longest = 0;
    c->word = arena_alloc(arena, LISTS * LIST_WORDS + (size_t)LIST_WORDS * TEMPLATE_WORDS, sizeof *c->word);
    c->template = arena_alloc(arena, LIST_WORDS, sizeof *c->template);
    for (int kind = 0; kind < LISTS; kind++)
        if (!load_text(c, kind, o, in, where, arena, e) || !read_list(c, kind, where, arena, e))
            return false;
    for (int i = 0; i < c->templates; i++) {
        int words = c->template[i].words;
        shortest = words < shortest ? words : shortest;
        longest = words > longest ? words : longest;
    }
    if (o->words.high < longest)
        return error_set(e, EXIT_USAGE, "task.words = %d..%d: the longest template has %d words with nothing added",
                         o->words.low, o->words.high, longest);
    t->own = c;
    t->size = (struct task_sizes){
        .vocabulary = c->words, .segments = 2, .classes = 2, .shortest = shortest, .trained = o->words};
    return task_fits(t, e);
}

static int save(const struct task_built *t, struct safetensors_entry *out) {
    const struct chase *c = t->own;
    for (int kind = 0; kind < LISTS; kind++)
        out[kind] = saved_bytes(lists[kind].saved, c->text[kind], c->bytes[kind]);
    return LISTS;
}

/* ---- Examples */

static int any(struct list list, struct random *r) { return list.first + (int)random_below(r, (uint32_t)list.count); }

/* A template with `more` words in its open slots, each word in any slot with equal probability. */
static void fill(const struct chase *c, const struct template *t, int more, struct random *r, const int noun[2],
                 int *token) {
    int open = t->open;
    for (int i = 0; i < t->parts; i++) {
        int slot = SLOT - t->part[i];
        if (t->part[i] >= 0)
            *token++ = t->part[i];
        else if (slot == SLOT_VERB)
            *token++ = any(c->list[VERBS], r);
        else if (slot < SLOT_VERB)
            *token++ = noun[slot];
        else {
            int here = 0, left = more;
            for (int k = 0; k < left; k++)
                here += open == 1 || random_below(r, (uint32_t)open) == 0;
            more -= here;
            open--;
            while (here-- > 0)
                *token++ = any(c->list[slot == SLOT_ADJECTIVES ? ADJECTIVES : ADVERBS], r);
        }
    }
}

/* One of the templates that are not too long. */
static const struct template *any_template(const struct chase *c, int length, struct random *r) {
    uint32_t fit = 0;
    for (int i = 0; i < c->templates; i++)
        fit += c->template[i].words <= length;
    const struct template *t = c->template;
    for (uint32_t k = random_below(r, fit); t->words > length || k-- > 0;)
        t++;
    return t;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct chase *c = t->own;
    const struct template *template = any_template(c, d->length, d->random);
    int answer = task_draw_answer(d, 2), noun[2];
    noun[SLOT_CHASER] = any(c->list[NOUNS], d->random);
    do
        noun[SLOT_CHASED] = any(c->list[NOUNS], d->random);
    while (noun[SLOT_CHASED] == noun[SLOT_CHASER]);
    fill(c, template, d->length - template->words, d->random, noun, out->token + 1);
    one_target_frame(out, noun[answer == CHASER ? SLOT_CHASER : SLOT_CHASED], d->length);
    out->segment[0] = 1;
    out->answer[0] = answer;
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return ((const struct chase *)t->own)->word[token];
}

static const char *answer_word(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)t, (void)buffer;
    return answer == CHASER ? "chases" : "is chased";
}

/* The sentence, then the animal of the question. */
static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    struct range all = {0, t->size.vocabulary - 1};
    const struct list *nouns = &((const struct chase *)t->own)->list[NOUNS];
    int length = tokenizer_encode(t, text[0], all, out->token + 1, e), stands = 0;
    if (length < 0 || !tokenizer_check_length(t, length, e))
        return 0;
    int *behind = out->token + 1 + length, count = tokenizer_encode(t, text[1], all, behind, e), query = *behind;
    if (count < 0)
        return 0;
    for (int i = 0; i < length; i++)
        stands += out->token[1 + i] == query;
    if (count != 1 || query < nouns->first || query >= nouns->first + nouns->count || stands != 1)
        return error_set(e, EXIT_DATA,
                         "the second text of task chase is one animal, which is in the sentence exactly once");
    one_target_frame(out, query, length);
    out->segment[0] = 1;
    *targets = 1;
    return length;
}

const struct task task_chase = {
    .name = "chase",
    .summary = "sentences from word lists: does this animal chase, or is it chased? a single layer can solve it",
    .question = "does this animal chase, or is it chased?",
    .options = options,
    .build = build,
    .save = save,
    ONE_TARGET_HOOKS,
    .chance = one_target_chance,
    .draw = draw,
    .word = word,
    .answer = answer_word,
    .encode = encode,
};
