/* show.c -- poslab show: encodings, embeddings, attention and trained tables to look at. A view is a row of the table:
 * what it takes, how that is opened, and who tells it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/catalogue.h"
#include "command/operands.h"
#include "command/tables.h"
#include "format/json_csv.h"
#include "result/fill_confusion.h"
#include "train/evaluate.h"
#include "view/position_tables.h"
#include "view/view.h"

struct show {
    const char *name, *view; /* of an encoding there are several */
    const char *summary;     /* for help */
    const char *operand;     /* what comes after its name */
    int operands;            /* how many at most */
    const char *options;     /* of those that `poslab show` takes */
    bool (*tell)(const struct show *s, struct view *v, struct arguments *a, struct error *e);
    view_of_example of_example;
    const struct json_csv *csv; /* NULL: every number of the document */
};

/* ---- What is shown */

static bool name_encoding(struct arguments *a, struct error *e) {
    char list[256] = "";
    const struct encoding *kind;
    if (a->operand[0])
        return command_encoding(&kind, a->operand[0], e)
                   ? assignments_set(&a->settings, "encoding.name", kind->name, "show encoding", e)
                   : error_prefix(e, "show encoding: encoding.name");
    if (assignments_value(&a->settings, "encoding.name"))
        return true;
    for (const struct encoding *const *c = encodings; *c; c++)
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", (*c)->name);
    return error_set(e, EXIT_USAGE, "show encoding needs a name: %s", list);
}

static bool tell_encoding(const struct show *s, struct view *v, struct arguments *a, struct error *e) {
    struct encoding_view of;
    struct progress reading;
    struct task_input in = command_input(&reading);
    if (!name_encoding(a, e))
        return false;
    command_leave_out(a, false);
    bool ok = encoding_view_build(&of, &a->settings, &in, e);
    progress_end(&reading);
    if (!ok)
        return false;
    command_tell_left_out(a);
    ok = command_policy(&of.settings.extrapolation, &command_show, a, &of.settings, e) &&
         view_encoding(v, view_find(s->view, e), &of, e);
    if (!ok && v->s && !encoding_acts(of.built.kind)) /* that is the answer */
        ok = (screen_say(v->s, 0, "%s", e->text), true);
    encoding_view_free(&of);
    return ok;
}

static bool tell_example(const struct show *s, struct view *v, struct arguments *a, struct error *e) {
    struct model_example x;
    const struct policy *policy;
    const char *const text[2] = {a->operand[1], a->operands > 2 ? a->operand[2] : NULL};
    struct run *r = command_read_run(&command_show, a, e);
    if (r && text[0] && a->length)
        return error_set(e, EXIT_USAGE, "--length %d is for an example that the task draws; here a text is given",
                         a->length);
    return r && command_policy(&policy, &command_show, a, &r->settings, e) &&
           model_example_open(&x, r, text, a->length, policy, &r->arena, e) && s->of_example(v, &x, e);
}

/* Of two tables, or of one that is not ours, what can be measured without their models. */
static bool tell_tables(const struct view *v, struct arguments *a, struct error *e) {
    struct shown_tables *t = arena_alloc(&a->arena, 1, sizeof *t);
    if (!tables_measure(t, &command_show, a, 0, e))
        return false;
    view_tables(v, t);
    return true;
}

static bool tell_positions(const struct show *s, struct view *v, struct arguments *a, struct error *e) {
    if (a->operands > 1 || tables_are_public(a, 0))
        return tell_tables(v, a, e);
    if (!tables_check(&command_show, a, false, e))
        return false;
    struct position_table t;
    const struct policy *policy;
    struct run *r = command_read_run(&command_show, a, e);
    (void)s;
    if (!r || !command_policy_of_positions(&policy, &command_show, a, r, e) ||
        !position_table_open(&t, r, policy, a->positions, e))
        return false;
    view_positions(v, &t);
    return true;
}

static bool tell_confusion(const struct show *s, struct view *v, struct arguments *a, struct error *e) {
    struct evaluation_result r;
    struct label_scores c;
    (void)s;
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "show confusion needs the folder of a run");
    if (!command_check_run(a->operand[0], e) || !evaluation_read(&r, a->operand[0], &a->arena, e))
        return false;
    if (!label_scores_open(&c, &r, a->length, &a->arena, e))
        return error_prefix(e, "%s", a->operand[0]);
    view_confusion(v, &c);
    return true;
}

#define ENCODING                                                                                                      \
    "encoding", .operand = "encoding|embedding|attention|positions|confusion [NAME | RUN | MODEL] [TEXT_A [TEXT_B]]", \
                .operands = 1, .tell = tell_encoding
#define CONFUSION "confusion", .operand = "RUN", .operands = 1, .tell = tell_confusion
#define EXAMPLE .operand = "RUN [TEXT_A [TEXT_B]]", .operands = 3, .tell = tell_example

static const struct json_csv csv_embedding = {
    "quantity row word segment position column value",
    {{"token *", "'token 1# 0.words@1 0.segments@1 0.positions@1 2# 2"},
     {"segment *", "'segment 1# 0.words@1 0.segments@1 0.positions@1 2# 2"},
     {"position *", "'position 1# 0.words@1 0.segments@1 0.positions@1 2# 2"},
     {"sum *", "'sum 1# 0.words@1 0.segments@1 0.positions@1 2# 2"},
     {"difference", "'difference - - - - - 1"},
     {"angle", "'angle - - - - - 1"},
     {"length_ratio", "'length_ratio - - - - - 1"}},
};
static const struct json_csv csv_attention = {
    "head target_row row word segment position weight",
    {{"heads targets weights", "1.head 2.row 3# 0.words@3 0.segments@3 0.positions@3 3"}},
};
static const struct json_csv csv_counts = {"right answer count", {{"counts *", "0.labels@1.label 0.labels@2.label 2"}}};
static const struct json_csv csv_labels = {
    "label rows answered right precision recall f1",
    {{"labels", "1.label 1.rows 1.answered 1.right 1.precision 1.recall 1.f1"}},
};
static const struct json_csv csv_tables = {"figure curve x y", {{"* curves points", "1# 2.name 3.0 3.1"}}};

/* Of one name the first is the usual view. */
static const struct show shows[] = {
    {ENCODING, .view = "matrix", .summary = "a heat map of what an encoding adds, rotates or biases",
     .options = "view positions width colour json csv"},
    {ENCODING, .view = "waves", .summary = "its columns as waves along the positions",
     .options = "view positions count width colour json csv"},
    {ENCODING, .view = "similarity", .summary = "which positions are alike",
     .options = "view positions head width colour json csv"},
    {ENCODING, .view = "shift", .summary = "whether one matrix takes every position t to t + K",
     .options = "view positions offset width colour json csv"},
    {ENCODING, .view = "nearest", .summary = "which two positions are the most alike",
     .options = "view positions width colour json csv"},
    {"embedding", EXAMPLE, .summary = "token + segment + position = sum, in numbers", .of_example = view_embedding,
     .options = "count length width colour json csv", .csv = &csv_embedding},
    {"attention", EXAMPLE, .summary = "what the target attends to, head by head", .of_example = view_attention,
     .options = "head length width colour json csv", .csv = &csv_attention},
    {"positions", .summary = "the trained table, and where training ended; a public model's, next to sinusoids",
     .operand = "TABLE [TABLE]", .operands = 2, .tell = tell_positions,
     .options = "table positions width colour json csv"},
    {CONFUSION, .view = "counts", .summary = "which label was answered for which",
     .options = "view count length width colour json csv", .csv = &csv_counts},
    {CONFUSION, .view = "labels", .summary = "precision, recall and F1 of each label",
     .options = "view count length width colour json csv", .csv = &csv_labels},
    {0},
};

/* ---- Which view */

static const struct show *find(const char *name, struct error *e) {
    char list[128] = "", shown[TEXT_PRINTABLE];
    const char *before = "";
    struct suggestion near = suggest_for(name);
    for (const struct show *s = shows; s->name; s++) {
        if (name && strcmp(name, s->name) == 0)
            return s;
        if (strcmp(before, s->name) == 0)
            continue;
        if (name)
            suggest_add(&near, s->name);
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", before = s->name);
    }
    for (int i = 0; name && encodings[i]; i++)
        suggest_add(&near, encodings[i]->name);
    if (name)
        error_set(e, EXIT_USAGE, "show: there is no view, encoding or run '%s'%s", text_printable(shown, name),
                  suggest_hint(&near, "; see `poslab help show`"));
    else
        error_set(e, EXIT_USAGE, "show takes one of %s; see `poslab help show`", list);
    return NULL;
}

/* The view of the encoding that --view names. */
static const struct show *find_view(const struct show *s, const char *view, struct error *e) {
    char list[128] = "";
    if (!view || !s->view)
        return s;
    for (const struct show *other = s; other->view && strcmp(other->name, s->name) == 0; other++) {
        if (strcmp(other->view, view) == 0)
            return other;
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", other->view);
    }
    error_set(e, EXIT_USAGE, "--view %s: the views of %s are %s", view,
              strcmp(s->name, "encoding") == 0 ? "an encoding" : s->name, list);
    return NULL;
}

/* `show rope` is `show encoding rope`, and `show RUN` is `show encoding RUN`. */
static void add_view(struct arguments *a) {
    const struct encoding *kind;
    for (const struct show *s = shows; s->name; s++)
        if (!a->operand[0] || strcmp(a->operand[0], s->name) == 0)
            return;
    if (!command_encoding(&kind, a->operand[0], &(struct error){0}) && !file_exists(a->operand[0]))
        return;
    memmove(a->operand + 1, a->operand, (OPERANDS_MAX - 1) * sizeof *a->operand);
    a->operand[0] = "encoding";
    a->operands++;
}

/* What follows the view's name becomes the first operand. */
static bool take_name(struct arguments *a, const struct show *s, struct error *e) {
    for (int i = 0; i < a->operands; i++)
        a->operand[i] = i + 1 < a->operands ? a->operand[i + 1] : NULL;
    a->operands--;
    return a->operands <= s->operands || error_set(e, EXIT_USAGE, "show %s takes %s; '%s' is one too many", s->name,
                                                   s->operand, a->operand[s->operands]);
}

/* The encoding of a run is its table, where it has one; else what its settings make. */
static const struct show *find_in_run(const struct show *s, struct arguments *a, struct error *e) {
    struct settings settings;
    const struct encoding *part;
    if (s->tell != tell_encoding || !a->operand[0] || !file_exists(a->operand[0]) ||
        command_encoding(&part, a->operand[0], &(struct error){0}))
        return s;
    if (!operands_read_run(&settings, a, e))
        return NULL;
    for (int i = 0; (part = encoding_part(settings.encoding, i)); i++)
        if (part->table)
            return find("positions", e);
    a->operand[--a->operands] = NULL;
    return s;
}

static bool check_options(const struct arguments *a, const struct show *s, struct error *e) {
    char what[64];
    snprintf(what, sizeof what, s->view ? "show %s --view %s" : "show %s", s->name, s->view);
    return command_check_options(a, what, s->options, e);
}

enum { POSITIONS_MOST = 4096 /* whose square still is a picture */, VIEW_NAME = 21 };

static bool run(struct arguments *a, struct error *e) {
    struct screen screen = {0};
    struct view v = {.s = command_is_document(a) ? NULL : &screen,
                     .positions = a->positions,
                     .offset = a->offset,
                     .head = a->head,
                     .count = a->count};
    if (a->positions > POSITIONS_MOST)
        return error_set(e, EXIT_USAGE, "--positions %d: a view shows %d at most", a->positions, POSITIONS_MOST);
    add_view(a);
    const struct show *s = find(a->operand[0], e);
    if (!s || !take_name(a, s, e) || !(s = find_in_run(s, a, e)) ||
        !screen_open(&screen, stdout, STDOUT_FILENO, a->colour, a->width, e) || !(s = find_view(s, a->view, e)) ||
        !check_options(a, s, e))
        return false;
    v.json = command_is_document(a) ? json_object() : NULL;
    bool ok = s->tell(s, &v, a, e);
    if (ok && v.json)
        command_print(a, json_incref(v.json), json_object_get(v.json, "tables") ? &csv_tables : s->csv);
    json_decref(v.json);
    return ok;
}

const char *show_view(int i) {
    for (const struct show *s = shows; s->name; s++)
        if (s->view && i-- == 0)
            return s->view;
    return NULL;
}

void show_each_view(entry_use *use, void *user) {
    const char *before = "";
    for (const struct show *s = shows; s->name; before = s->name, s++) {
        if (strcmp(before, s->name) != 0)
            use(user, &(struct entry){.name = s->name, .summary = s->summary});
        if (s->view)
            use(user, &(struct entry){.name = s->view, .summary = s->summary});
    }
}

/* "embedding RUN ...", and of an encoding or an evaluation "  --view waves". */
static void explain(int width, bool all) {
    const char *before = "";
    (void)all;
    printf("\n");
    for (const struct show *s = shows; s->name; before = s->name, s++) {
        bool first = strcmp(before, s->name) != 0;
        char name[64];
        if (first && strcmp(s->name, "encoding") == 0)
            snprintf(name, sizeof name, "encoding NAME|RUN");
        else if (first)
            snprintf(name, sizeof name, "%s %.*s", s->name, (int)strcspn(s->operand, " "), s->operand);
        else
            snprintf(name, sizeof name, "  --view %s", s->view);
        text_wrap(stdout, width, printf("%-*s ", VIEW_NAME - 1, name), VIEW_NAME, s->summary);
    }
}

/* The views by name, then the encodings. */
static const char *word(int i) {
    const char *before = "";
    for (const struct show *s = shows; s->name; before = s->name, s++)
        if (strcmp(before, s->name) != 0 && i-- == 0)
            return s->name;
    return encoding_at(i);
}

const struct command command_show = {
    .name = "show",
    .summary = "look at encodings, embeddings, attention, tables of positions",
    .operand = "encoding|embedding|attention|positions|confusion [NAME_OR_RUN_OR_MODEL [TEXT_A [TEXT_B]]]",
    .operands = 4,
    .word = word,
    .settings = true,
    .options = "view table positions offset head count length width colour json csv",
    .wording =
        (const struct command_option[]){
            {.name = "table", .value = "NAME", .meaning = "the full name of a public model's table of positions"},
            {.name = "length", .value = "N", .meaning = "words in the example, or of the test rows"},
            {.name = "count", .value = "N", .meaning = "rows added up (default: 3), waves (16) or mistakes (10)"},
            {0}},
    .text = command_show_txt,
    .explain = explain,
    .run = run,
};
