/* runs_command.c -- poslab runs: a folder of runs as a list, the progress of one, or whether the files of either are
 * intact. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "inventory/fill_runs.h"
#include "inventory/status_screen.h"
#include "inventory/verify.h"

extern const struct command command_runs;
extern const char inventory_runs_txt[]; /* embedded by make */

/* ---- A folder of runs */

static bool list(struct arguments *a, const char *folder, struct error *e) {
    struct screen screen;
    struct run_list l;
    struct table t;
    if (!command_screen(&screen, a, e))
        return false;
    bool ok = run_list_read(&l, folder, e);
    if (ok && !l.count && !command_is_document(a)) {
        screen_say(&screen, 0, "%s is empty: `poslab train` and `poslab compare` put runs into it.", folder);
    } else if (ok) {
        fill_runs(&t, &l, &a->arena);
        if (a->json)
            command_print_json(runs_json(&l, &t));
        else if (a->csv)
            table_csv(screen.out, &t);
        else
            table_terminal(&screen, &t);
    }
    run_list_free(&l);
    return ok;
}

/* ---- Progress */

static bool tell(const struct arguments *a, const char *folder, struct error *e) {
    struct screen screen;
    struct status s;
    if (!screen_open(&screen, stdout, STDOUT_FILENO, NULL, 0, e))
        return false;
    bool ok = status_read(&s, folder, e);
    if (ok && a->json)
        command_print_json(status_json(&s));
    else if (ok)
        status_screen(&screen, &s);
    if (ok && s.unread.text[0])
        command_warn("%s", s.unread.text);
    if (ok)
        *e = (struct error){.code = status_code(&s)};
    status_free(&s);
    return ok && e->code == EXIT_DONE;
}

/* Lines that the first line of a text takes on a terminal of this width; *end: where the next one begins. */
static int lines_of(const char *text, int width, const char **end) {
    size_t bytes = strcspn(text, "\n");
    int columns = utf8_columns_in(text, bytes);
    *end = text + bytes + (text[bytes] != 0);
    return columns > width ? (columns - 1) / width + 1 : 1;
}

/* Wipes what was drawn before, as many lines as it takes now, and draws as much as there is room for. */
static void redraw(char **shown, const struct status *s) {
    struct memory_stream m;
    int width = terminal_columns(STDOUT_FILENO, 80), height = terminal_lines(STDOUT_FILENO), lines = 0;
    const struct screen screen = {.out = (memory_stream_open(&m), m.f), .width = width};
    const char *at, *end;
    status_screen(&screen, s);
    fclose(m.f);
    for (at = *shown ? *shown : ""; *at; at = end)
        lines += lines_of(at, width, &end);
    if (lines)
        printf("\x1b[%dA\r\x1b[J", lines);
    lines = 0;
    for (at = m.bytes; *at; at = end)
        if ((lines += lines_of(at, width, &end)) >= height && height > 1)
            break;
    m.bytes[at - m.bytes] = 0;
    fputs(m.bytes, stdout);
    fflush(stdout);
    free(*shown);
    *shown = m.bytes;
}

/* Where it is no terminal: a line each time that a count has changed. */
static void add_line(char **shown, const struct status *s) {
    struct arena arena = {0};
    const char *counts = status_line(s, false, &arena);
    size_t size = strlen(counts) + 1;
    if (!*shown || strcmp(*shown, counts) != 0) {
        printf("%s\n", status_line(s, true, &arena));
        fflush(stdout);
        *shown = memcpy(memory_grow(*shown, size), counts, size);
    }
    arena_free(&arena);
}

/* For as long as something can go on. */
static bool watch(const char *folder, struct error *e) {
    bool terminal = terminal_colours(STDOUT_FILENO), ok;
    char *shown = NULL;
    command_catch_signals();
    signal(SIGPIPE, SIG_DFL);
    do {
        struct status s;
        double started = clock_seconds();
        if ((ok = status_read(&s, folder, e))) {
            (terminal ? redraw : add_line)(&shown, &s);
            *e = (struct error){.code = status_code(&s)};
        }
        status_free(&s);
        if (!ok || e->code != EXIT_STOPPED || command_stop)
            break;
        command_wait(command_pause(clock_seconds() - started));
    } while (!command_stop);
    free(shown);
    return ok && e->code == EXIT_DONE;
}

/* ---- Files */

static bool is_sound(const struct verified *f) { return !f->problems && !f->unsound; }

/* "unfinished, step 300 of 800", "failed after step 7 of 800 (exit code 3)" */
static const char *describe(const struct verified *f, struct arena *arena) {
    if (f->comparison && f->older && f->done == f->of)
        return "unfinished, compare.json does not have all results yet";
    if (f->comparison)
        return arena_format(arena, f->failed ? "unfinished, %d of %d models, %d failed" : "unfinished, %d of %d models",
                            f->done, f->of, f->failed);
    if (f->failed)
        return arena_format(arena, "failed after step %d of %d (exit code %d)", f->done, f->of, f->failed);
    return f->done == f->of ? "unfinished, to be evaluated"
                            : arena_format(arena, "unfinished, step %d of %d", f->done, f->of);
}

/* One line per problem and per unfinished folder, then a line of counts. */
static void print(const struct verification *v, struct arena *arena) {
    int ok = 0, unfinished = 0, without = 0;
    for (const struct verified *f = v->first; f; f = f->next) {
        for (int i = 0; i < f->problems; i++)
            printf("%s\n", f->problem[i]);
        if (is_sound(f) && !f->finished)
            printf("%s: %s\n", text_shown(f->folder, arena), describe(f, arena));
        ok += is_sound(f) && f->finished;
        unfinished += is_sound(f) && !f->finished;
        without += is_sound(f) && f->without;
    }
    printf("%d of %d folder%s ok", ok, v->folders, text_plural(v->folders));
    if (unfinished)
        printf(", %d unfinished", unfinished);
    if (without)
        printf("; %d run%s keep%s no checkpoint", without, text_plural(without), without == 1 ? "s" : "");
    if (v->problems)
        printf("; %d problem%s", v->problems, text_plural(v->problems));
    puts(".");
}

static json_t *folder_json(const struct verified *f, struct arena *arena) {
    json_t *problems = json_array();
    for (int i = 0; i < f->problems; i++)
        json_array_append_new(problems, json_string(text_shown(f->problem[i], arena)));
    return json_pack("{ss ss si si so}", "folder", text_shown(f->folder, arena), "status",
                     !is_sound(f)                  ? "problem"
                     : f->finished                 ? "ok"
                     : f->failed && !f->comparison ? "failed"
                                                   : "unfinished",
                     f->comparison ? "finished" : "step", f->done, f->comparison ? "models" : "steps", f->of,
                     "problems", problems);
}

static bool check(struct arguments *a, const char *folder, struct error *e) {
    struct verification v;
    bool ok = verify(&v, folder, e);
    if (ok && a->json) {
        json_t *folders = json_array();
        for (const struct verified *f = v.first; f; f = f->next)
            json_array_append_new(folders, folder_json(f, &a->arena));
        command_print_json(json_pack("{so si}", "folders", folders, "problems", v.problems));
    } else if (ok) {
        print(&v, &a->arena);
    }
    if (ok && v.problems)
        e->code = v.unread ? EXIT_IO : EXIT_DATA;
    ok = ok && !v.problems;
    verify_free(&v);
    return ok;
}

/* ---- */

static bool run(struct arguments *a, struct error *e) {
    const unsigned single = FOLDERS_OF_RESULTS | FOLDER_BIT(FOLDER_CLAIMS);
    const char *folder = a->operand[0] ? a->operand[0] : "runs";
    if (a->verify && !a->operand[0])
        return error_set(e, EXIT_USAGE, "runs --verify needs DIR; see `poslab help runs`");
    if (!a->operand[0] && file_missing(folder))
        return error_set(
            e, EXIT_USAGE,
            "runs does not exist here: `poslab train` and `poslab compare` make it; or name another folder");
    if (a->verify)
        return command_check_options(a, "runs --verify", "verify json", e) && check(a, folder, e);
    if (a->watch)
        return command_check_options(a, "runs --watch", "watch", e) && watch(folder, e);
    if (folder_check(folder, single, "a run or comparison", e))
        return command_check_options(a, "runs: the progress of a run or comparison", "json", e) && tell(a, folder, e);
    return e->code != EXIT_IO && list(a, folder, e); /* EXIT_IO: what it is cannot be seen */
}

const struct command command_runs = {
    .name = "runs",
    .place = 90,
    .group = "results",
    .summary = "list runs; the progress of one, or whether its files are intact",
    .operand = "[DIR]",
    .operands = 1,
    .options = "watch verify json csv width",
    .wording =
        (const struct command_option[]){
            {.name = "width", .value = "N", .meaning = "fit the table into N columns (default: the terminal's, or 80)"},
            {0}},
    .text = inventory_runs_txt,
    .run = run,
};
