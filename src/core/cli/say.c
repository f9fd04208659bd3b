/* say.c -- see say.h. */
#include "cli/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/clock.h"
#include "base/room.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "base/utf8.h"
#include "draw/picture.h"
#include "format/json.h"
#include "format/json_put.h"

/* The one door to stderr: wrapped at words in a terminal, else one line. */
static void tell(const char *before, const char *text) {
    struct arena arena = {0};
    const char *line = arena_format(&arena, "poslab: %s%s", before, advice_text(text, &arena));
    if (isatty(STDERR_FILENO))
        text_wrap(stderr, terminal_columns(STDERR_FILENO, 80), 0, 0, line);
    else
        fprintf(stderr, "%s\n", line);
    arena_free(&arena);
}

static void tell_list(const char *before, const char *format, va_list list) {
    struct arena arena = {0};
    tell(before, text_shown(arena_format_list(&arena, format, list), &arena));
    arena_free(&arena);
}

int command_fail(const struct error *e) {
    if (e->text[0])
        tell("", e->text);
    return e->code;
}

void command_tell(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell_list("", format, list);
    va_end(list);
}

static void print(const char *text, bool json) {
    if (isatty(STDOUT_FILENO))
        text_print(stdout, text, strlen(text), json);
    else
        fputs(text, stdout);
}

void command_print_line(const char *format, ...) {
    struct arena arena = {0};
    va_list list;
    va_start(list, format);
    print(arena_format_list(&arena, format, list), false);
    fputc('\n', stdout);
    va_end(list);
    arena_free(&arena);
}

void command_warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell_list("warning: ", format, list);
    va_end(list);
}

void command_next(const struct screen *s, const char *const *call) {
    struct arena arena = {0};
    struct error missing;
    const char *line = "";
    for (; *call; call++) {
        if (room_refuse(arena_format(&arena, "%.*s", (int)strcspn(*call, " "), *call), &missing))
            continue;
        const char *more = arena_format(&arena, "%s%s%s %s", line, *line ? " | " : "Next: ", advice_name(), *call);
        line = !*line || utf8_columns(more) <= s->width ? more : line;
    }
    if (*line)
        fprintf(s->out, "%s\n", line);
    arena_free(&arena);
}

bool command_screen(struct screen *s, const struct arguments *a, struct error *e) {
    return screen_open_table(s, stdout, STDOUT_FILENO, a->width, e);
}

bool command_paper(struct picture_target *target, struct screen *screen, const struct arguments *a, const char *command,
                   struct error *e) {
    if (a->to && (a->width || a->colour))
        return error_set(e, EXIT_USAGE, "%s: --%s is for the terminal; for a file use --size", command,
                         a->width ? "width" : "colour");
    if (!a->to && a->size)
        return error_set(
            e, EXIT_USAGE,
            "%s: --size is for a file and needs --to FILE.svg, FILE.png or FILE.pdf; in the terminal use --width",
            command);
    return a->to ? picture_target(target, a->to, a->size, e)
                 : screen_open(screen, stdout, STDOUT_FILENO, a->colour, a->width, e);
}

static void print_document(char *text) {
    print(text, true);
    fputc('\n', stdout);
    free(text);
}

void command_print_json(json_t *json) {
    print_document(json_text(json));
    json_decref(json);
}

void command_close_json(struct json_writer *w, bool ok) {
    char *text = json_close(w);
    if (ok)
        print_document(text);
    else
        free(text);
}

static void draw_reading(void *user, const char *path, uint64_t read, uint64_t size) {
    struct progress *p = user;
    double done = size ? (double)read / (double)size : 0;
    char details[TEXT_PRINTABLE + 32], shown[TEXT_PRINTABLE];
    if (clock_seconds() - p->started < 0.5 || !progress_due(p, done))
        return;
    snprintf(details, sizeof details, "%s, %.0f MB", text_printable(shown, path), (double)(size ? size : read) / 1e6);
    progress_draw(p, done, details);
}

static void tell_reading(void *user, const char *text) {
    progress_end(user);
    command_tell("%s", text);
}

struct task_input command_input(struct progress *p) {
    *p = progress_start("reading");
    return (struct task_input){.reading = draw_reading, .tell = tell_reading, .user = p};
}
