/* show.c -- poslab show: encodings, embeddings, attention and trained tables to look at, or as pictures in files. Views
 * are rows of view/kinds.c; here is how what they are of is opened. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/registry.h"
#include "base/room.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/show.h"
#include "draw/picture.h"
#include "encoding/encoding.h"
#include "example/model_example.h"
#include "folder/folder_files.h"
#include "measure/position_table.h"
#include "study/result.h"
#include "view/view.h"

/* What a view is of, as it is opened; it lives as long as the command. */
static struct subject_data {
    const char *run; /* whose encoding it is; or NULL */
    bool changed;    /* by settings: what that run measured is of another encoding */
    struct encoding_alone encoding;
    struct model_example example;
    struct position_table table;
    struct result measured;
} shown;

/* ---- What is shown */

/* What the run's encoding learned, in place of initial values. */
static bool take_weights(struct encoding_alone *s, const char *run, struct arguments *a, struct error *e) {
    static const struct assignments nothing;
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    if (!command_open_run(r, run, &nothing, e))
        return false;
    a->loaded = r;
    return encoding_alone_take(s, r) ||
           error_set(e, EXIT_USAGE, "show: %s was trained with other settings than these; leave them out", run);
}

static bool open_encoding(struct view_of *of, struct arguments *a, struct error *e) {
    struct progress reading;
    struct task_input in = command_input(&reading);
    char list[256] = "";
    const struct encoding *kind;
    if (a->operand[0]) {
        if (!command_encoding(&kind, a->operand[0], e))
            return error_prefix(e, "show encoding: encoding.name");
        if (!assignments_set(&a->settings, "encoding.name", kind->name, "show encoding", e))
            return false;
    }
    for (const struct encoding *const *c = encodings; *c; c++)
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", (*c)->name);
    if (!assignments_value(&a->settings, "encoding.name"))
        return error_set(e, EXIT_USAGE, "show encoding needs a name: %s", list);
    command_leave_out(a, false);
    bool ok = encoding_alone_build(&shown.encoding, &a->settings, &in, e);
    progress_end(&reading);
    if (!ok)
        return false;
    of->encoding = &shown.encoding;
    command_tell_left_out(a);
    return (!shown.run || !shown.encoding.built.tensors || take_weights(&shown.encoding, shown.run, a, e)) &&
           command_policy(&shown.encoding.settings.extrapolation, &command_show, a, &shown.encoding.settings, e);
}

static bool open_example(struct view_of *of, struct arguments *a, struct error *e) {
    const struct policy *policy;
    const char *const text[2] = {a->operand[1], a->operands > 2 ? a->operand[2] : NULL};
    struct run *r = command_read_run(&command_show, a, e);
    of->example = &shown.example;
    if (r && text[0] && a->length)
        return error_set(e, EXIT_USAGE, "--length %d is for an example that the task draws; here a text is given",
                         a->length);
    return r && command_policy(&policy, &command_show, a, &r->settings, e) &&
           model_example_open(&shown.example, r, text, a->length, policy, &r->arena, e);
}

/* The table of one run, with what training did. */
static bool open_positions(struct view_of *of, struct arguments *a, struct error *e) {
    const struct policy *policy;
    struct run *r = command_read_run(&command_show, a, e);
    of->table = &shown.table;
    return r && command_policy_of_positions(&policy, &command_show, a, r, e) &&
           position_table_open(&shown.table, r, policy, a->positions, e);
}

#define EXAMPLE .operand = "RUN [TEXT_A [TEXT_B]]", .operands = 3, .open = open_example
static const struct show_subject encoding = {.name = "encoding",
                                             .operand = "NAME|RUN",
                                             .operands = 1,
                                             .open = open_encoding},
                                 embedding = {.name = "embedding", EXAMPLE}, attention = {.name = "attention", EXAMPLE},
                                 positions = {
                                     .name = "positions", .operand = "RUN", .operands = 1, .open = open_positions};
const struct show_subject *show_subjects[SHOW_SUBJECTS_MAX + 1] = {&encoding, &embedding, &attention, &positions, NULL};

/* ---- Which view */

static const struct show_subject *find(const char *name) { return registry_find_alike(show_subjects, name); }

/* The one that takes this operand, of that name (NULL: any); else `other`. */
static const struct show_subject *find_taker(const char *name, const char *operand, const struct show_subject *other) {
    for (const struct show_subject *const *s = show_subjects; *s && operand; s++)
        if ((*s)->takes && (!name || strcmp((*s)->name, name) == 0) && (*s)->takes(operand))
            return *s;
    return other;
}

static const struct command *subcommand(const char *word) { return find(word) ? find(word)->command : NULL; }

/* What the first operand names, which is taken away: `show rope` is `show encoding rope`, as is `show RUN`. */
static const struct show_subject *take_subject(struct arguments *a, struct error *e) {
    char list[128] = "", printed[TEXT_PRINTABLE];
    const char *name = a->operand[0];
    const struct encoding *kind;
    const struct show_subject *found = name ? find(name) : NULL;
    if (found && found->command)
        return error_set(e, EXIT_USAGE, "show: %s goes first: `poslab %s`", found->name, found->command->name), NULL;
    if (found)
        memmove(a->operand, a->operand + 1, (size_t)a->operands-- * sizeof *a->operand);
    else if (name && (command_encoding(&kind, name, &(struct error){0}) || file_exists(name)))
        found = find_taker(NULL, name, find("encoding"));
    found = found ? find_taker(found->name, a->operand[0], found) : NULL;
    if (found && a->operands > found->operands)
        return error_set(e, EXIT_USAGE, "show %s takes %s; '%s' is one too many", found->name, found->operand,
                         a->operand[found->operands]),
               NULL;
    if (found)
        return found;
    if (room_refuse(name, e))
        return NULL;
    struct suggestion near = suggest_for(name);
    for (const struct show_subject *const *s = show_subjects; *s; s++) {
        if (name)
            suggest_add(&near, (*s)->name);
        if (!(*s)->takes)
            text_append(list, sizeof list, "%s%s", *list ? ", " : "", (*s)->name);
    }
    for (int i = 0; name && encodings[i]; i++)
        suggest_add(&near, encodings[i]->name);
    if (name)
        error_set(e, EXIT_USAGE, "show: there is no view, encoding or run '%s'%s", text_printable(printed, name),
                  suggest_hint(&near, "; see `poslab help show`"));
    else
        error_set(e, EXIT_USAGE, "show takes one of %s; see `poslab help show`", list);
    return NULL;
}

/* The encoding of a run is its table, where it has one and no view is asked for; else what its settings make. */
static const struct show_subject *find_in_run(const struct show_subject *s, struct arguments *a, const char **run,
                                              struct error *e) {
    struct settings settings;
    struct assignments *given = arena_alloc(&a->arena, 1, sizeof *given);
    const struct encoding *part;
    if (s->open != open_encoding || !a->operand[0] || !file_exists(a->operand[0]) ||
        command_encoding(&part, a->operand[0], &(struct error){0}))
        return s;
    if (!file_is_folder(a->operand[0])) /* of a checkpoint alone only its table is known to be there */
        return find("positions");
    assignments_copy(given, &a->settings);
    if (!command_check_run(a->operand[0], e) || !folder_config(&a->settings, a->operand[0], e) ||
        !arguments_add(&a->settings, given, e) || !settings_resolve(&settings, &a->settings, NULL, e))
        return NULL;
    for (int i = 0; !a->view && (part = encoding_part(settings.encoding, i)); i++)
        if (part->table)
            return find("positions");
    for (int i = 0; i < given->count; i++)
        shown.changed |= strncmp(assignments_item(given, i).key, "eval.", strlen("eval.")) != 0;
    *run = a->operand[0];
    a->operand[--a->operands] = NULL;
    return s;
}

static bool check_options(const struct arguments *a, const struct show_subject *s, const struct view_kind *k,
                          struct error *e) {
    char what[64], takes[128];
    snprintf(what, sizeof what, k->name ? "show %s --view %s" : "show %s", k->of, k->name);
    snprintf(takes, sizeof takes, "width colour json %s %s %s %s", k->options, s->options ? s->options : "",
             k->name ? "view" : "", k->no_picture ? "" : "to size title");
    return command_check_options(a, what, takes, e) &&
           (!a->to || !a->json ||
            error_set(e, EXIT_USAGE, "%s: --to writes a picture and its data as CSV; leave out --json", what));
}

/* ---- Files */

/* Where pictures go: the first to FILE, the second to FILE-2 and so on. */
struct files {
    const struct arguments *a;
    int count;
    bool ok;
    struct error *e;
};

static const char *either(const char *text, const char *other) { return text ? text : other; }

/* What a picture does not say of itself is what the view says first, and right before it. */
static void write_picture(struct view_page *page, const struct picture *p) {
    struct files *f = page->to;
    struct picture_target target;
    struct arena arena = {0};
    struct heat map = {0};
    struct chart chart = {0};
    const struct view_texts *said = page->title.count ? &page->title : &page->sentences;
    const char *title = said->count ? said->text[0] : NULL;
    f->count++;
    if (p->heat) {
        map = *p->heat;
        map.subtitle = either(map.subtitle, map.title ? NULL : map.describe);
        map.title = either(f->a->title, either(map.title, title));
    } else {
        chart = *p->chart;
        chart.subtitle = either(chart.subtitle, chart.title ? NULL : chart.describe);
        chart.title = either(f->a->title, either(chart.title, title));
    }
    const char *to = f->a->to, *dot = strrchr(to, '.');
    if (f->count > 1)
        to = arena_format(&arena, "%.*s-%d%s", (int)(dot - to), to, f->count, dot);
    f->ok = f->ok && picture_target(&target, to, f->a->size, f->e) &&
            picture_write(&target, &(struct picture){.heat = p->heat ? &map : NULL, .chart = p->heat ? NULL : &chart},
                          f->e);
    if (f->ok)
        command_print_line("%s", target.path);
    arena_free(&arena);
}

static bool write_files(struct view *v, const struct view_of *of, const struct arguments *a, struct error *e) {
    struct files files = {a, 0, true, e};
    struct arena arena = {0};
    struct view_page page = {.arena = &arena, .draw = write_picture, .to = &files};
    v->page = &page; /* cppcheck-suppress autoVariables ; the view ends with this command */
    bool ok = view_draw(v, of, e) && files.ok &&
              (files.count || error_set(e, EXIT_USAGE, "show: there is nothing to draw for --to"));
    arena_free(&arena);
    return ok;
}

enum { POSITIONS_MOST = 4096 /* whose square still is a picture */, VIEW_NAME = 21 };

static bool print_document(struct view *v, const struct view_of *of, struct error *e) {
    struct json_writer w;
    json_open(&w, true);
    v->json = &w; /* cppcheck-suppress autoVariables ; the view ends with this command */
    json_put(&w, "{");
    bool ok = view_draw(v, of, e);
    json_put(&w, "}");
    command_close_json(&w, ok);
    return ok;
}

static bool draw(struct view *v, const struct view_of *of, const struct arguments *a, struct error *e) {
    if (a->to || a->json)
        return a->to ? write_files(v, of, a, e) : print_document(v, of, e);
    bool ok = view_draw(v, of, e);
    if (!ok && v->s && of->encoding && !encoding_acts(of->encoding->built.kind)) /* that is the answer */
        ok = (screen_say(v->s, 0, "%s", e->text), true);
    return ok;
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen = {0};
    struct picture_target target;
    struct view v = {.s = a->json || a->to ? NULL : &screen,
                     .positions = a->positions,
                     .words = a->length,
                     .offset = a->offset,
                     .head = a->head,
                     .count = a->count};
    struct view_of of = {0};
    if (a->positions > POSITIONS_MOST)
        return error_set(e, EXIT_USAGE, "--positions %d: a view shows %d at most", a->positions, POSITIONS_MOST);
    const struct show_subject *s = take_subject(a, e);
    if (!s || !(s = find_in_run(s, a, &shown.run, e)))
        return false;
    v.kind = view_find(s->name, a->view && view_at(s->name, 1) ? a->view : NULL, e);
    if (!v.kind || !check_options(a, s, v.kind, e) || !command_paper(&target, &screen, a, "show", e))
        return false;
    if (shown.run && !shown.changed && v.kind->unopened && result_read(&shown.measured, shown.run, &(struct error){0}))
        of.measured = &shown.measured.result;
    bool ok = s->open(&of, a, e) && draw(&v, &of, a, e);
    if (of.measured)
        result_free(&shown.measured);
    if (of.encoding)
        encoding_alone_free(&shown.encoding);
    return ok;
}

static void explain_line(int width, const char *name, const char *operand, const char *summary) {
    int said = printf("%s %.*s ", name, (int)strcspn(operand, " "), operand);
    text_wrap(stdout, width, said + printf("%*s", wider(VIEW_NAME - said, 0), ""), VIEW_NAME, summary);
}

/* "embedding RUN ...", and of what has several views "  --view waves". */
static void explain(int width, bool all) {
    (void)all;
    printf("\n");
    for (const struct show_subject *const *s = show_subjects; *s; s++) {
        const struct command *c = (*s)->command;
        const struct view_kind *k = view_at((*s)->name, 0);
        explain_line(width, (*s)->name, c ? c->operand : (*s)->operand,
                     c               ? c->summary
                     : (*s)->summary ? (*s)->summary
                                     : k->summary);
        for (int i = 1; !(*s)->takes && (k = view_at((*s)->name, i)); i++)
            explain_line(width, "  --view", k->name, k->summary);
    }
}

const struct command command_show = {
    .name = "show",
    .place = 60,
    .summary = "look at encodings, embeddings, attention, examples of a task, ...",
    .operand = "WHAT [NAME_OR_RUN [TEXT_A [TEXT_B]]]",
    .operands = OPERANDS_MAX,
    .subcommand = subcommand,
    .settings = true,
    .options = "view to size title positions offset head count length table first width colour json",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "write FILE.svg, FILE.png or FILE.pdf, and its data FILE.csv"},
            {0}},
    .text = command_show_txt,
    .explain = explain,
    .run = run,
};
