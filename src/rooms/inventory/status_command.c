/* status.c -- poslab status: how far the runs of a folder are, once or for as long as something can go on. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "inventory/view_status.h"

extern const struct command command_status;
extern const char inventory_status_txt[]; /* embedded by make */

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
    view_status(&screen, s);
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
    const char *counts = view_status_line(s, false, &arena);
    size_t size = strlen(counts) + 1;
    if (!*shown || strcmp(*shown, counts) != 0) {
        printf("%s\n", view_status_line(s, true, &arena));
        fflush(stdout);
        *shown = memcpy(memory_grow(*shown, size), counts, size);
    }
    arena_free(&arena);
}

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

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    struct status s;
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "status needs the folder of a run or comparison; see `poslab help status`");
    if (a->json && a->watch)
        return error_set(e, EXIT_USAGE, "--json and --watch: only one of them can be printed");
    if (a->watch)
        return watch(a->operand[0], e);
    if (!screen_open(&screen, stdout, STDOUT_FILENO, NULL, 0, e))
        return false;
    bool ok = status_read(&s, a->operand[0], e);
    if (ok && a->json)
        command_print_json(view_status_json(&s));
    else if (ok)
        view_status(&screen, &s);
    if (ok && s.unread.text[0])
        command_warn("%s", s.unread.text);
    if (ok)
        *e = (struct error){.code = status_code(&s)};
    status_free(&s);
    return ok && e->code == EXIT_DONE;
}

const struct command command_status = {
    .name = "status",
    .place = 110,
    .group = "long runs",
    .summary = "how many models are finished, running or failed; time left",
    .operand = "DIR",
    .operands = 1,
    .options = "watch json",
    .text = inventory_status_txt,
    .run = run,
};
