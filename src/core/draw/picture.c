/* picture.c -- see picture.h. */
#include "draw/picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { NO_PROGRAM = 127, CELLS_MOST = 512 /* of a map, along each side; its data have all */ };

static bool read_size(struct svg_size *s, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE], part[2][16] = {"", ""};
    if (!text)
        return true;
    bool ok = sscanf(text, "%15[0-9]x%15[0-9]", part[0], part[1]) == 2 &&
              strlen(part[0]) + strlen(part[1]) + 1 == strlen(text) && text_integer(part[0], &s->width) &&
              text_integer(part[1], &s->height) && s->width >= SVG_LEAST && s->width <= SVG_MOST &&
              s->height >= SVG_LEAST && s->height <= SVG_MOST;
    if (!ok)
        return error_set(e, EXIT_USAGE, "--size %s: expected WIDTHxHEIGHT in pixels, each from %d to %d, as in 800x600",
                         text_printable(shown, text), SVG_LEAST, SVG_MOST);
    return (s->height <= 2 * s->width && s->width <= 2 * s->height) ||
           error_set(e, EXIT_USAGE, "--size %s: neither side may be more than twice the other: texts would not fit",
                     text);
}

bool picture_target(struct picture_target *t, const char *file, const char *size, struct error *e) {
    static const char *const forms[] = {"svg", "png", "pdf"};
    char shown[TEXT_PRINTABLE];
    *t = (struct picture_target){0};
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *dot = strrchr(file, '.');
    for (int i = 0; dot && dot > name && i < 3; i++)
        t->form = strcmp(dot + 1, forms[i]) == 0 ? forms[i] : t->form;
    if (!t->form)
        return error_set(e, EXIT_USAGE, "--to %s: the file must end in .svg, .png or .pdf",
                         text_printable(shown, file));
    if (strlen(file) >= sizeof t->path)
        return error_set(e, EXIT_USAGE, "--to %s: the path is too long", text_printable(shown, file));
    snprintf(t->path, sizeof t->path, "%s", file);
    snprintf(t->csv, sizeof t->csv, "%.*s.csv", (int)(dot - file), file);
    return read_size(&t->size, size, e);
}

/* Whether bytes are a whole PNG or PDF, from its first to its last mark. */
static bool is_whole(const char *form, const char *bytes, size_t size) {
    bool png = strcmp(form, "png") == 0;
    const char *begin = png ? "\x89PNG\r\n\x1a\n" : "%PDF-", *end = png ? "\0\0\0\0IEND\xae\x42\x60\x82" : "%%EOF";
    size_t begins = png ? 8 : 5, ends = png ? 12 : 5;
    while (!png && size > 0 && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
        size--;
    return size >= begins + ends && memcmp(bytes, begin, begins) == 0 && memcmp(bytes + size - ends, end, ends) == 0;
}

static _Noreturn void be_converter(const struct picture_target *t, int in, int out, int said) {
    struct arena arena = {0};
    const char *zoom = strcmp(t->form, "png") == 0 ? "2" : "1"; /* pixels for one of the picture's */
    const char *width = arena_format(&arena, "%d", t->size.width), *height = arena_format(&arena, "%d", t->size.height);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(said, 2) < 0)
        _exit(EXIT_IO);
    if (t->size.width)
        execlp("rsvg-convert", "rsvg-convert", "--format", t->form, "--width", width, "--height", height, (char *)NULL);
    else
        execlp("rsvg-convert", "rsvg-convert", "--format", t->form, "--zoom", zoom, (char *)NULL);
    _exit(errno == ENOENT ? NO_PROGRAM : EXIT_IO);
}

/* Runs it to its end; its exit code. */
static int run_converter(const struct picture_target *t, FILE *in, FILE *out, FILE *said) {
    int status = -1;
    pid_t process = fork();
    if (process == 0)
        be_converter(t, fileno(in), fileno(out), fileno(said));
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_IO;
}

static bool converter_failed(const struct picture_target *t, int code, FILE *said, struct error *e) {
    char line[256] = "", shown[TEXT_PRINTABLE];
    if (code == NO_PROGRAM)
        return error_set(e, EXIT_IO,
                         "%s cannot be made: rsvg-convert is not installed (Debian: librsvg2-bin); .svg needs nothing",
                         t->path);
    rewind(said);
    if (!fgets(line, sizeof line, said))
        snprintf(line, sizeof line, "it gave no reason");
    line[strcspn(line, "\r\n")] = 0;
    return error_set(e, EXIT_IO, "%s cannot be made: rsvg-convert failed: %s", t->path, text_printable(shown, line));
}

/* The picture's bytes become those of its form. */
static bool convert(const struct picture_target *t, char **bytes, size_t *size, struct arena *arena, struct error *e) {
    FILE *in = tmpfile(), *out = tmpfile(), *said = tmpfile();
    bool ok = in && out && said && fwrite(*bytes, 1, *size, in) == *size && fflush(in) == 0;
    if (!ok) {
        error_io(e, "write", "a temporary file");
    } else {
        rewind(in);
        int code = run_converter(t, in, out, said);
        long end = fseek(out, 0, SEEK_END) == 0 ? ftell(out) : -1;
        rewind(out);
        *bytes = arena_alloc(arena, end > 0 ? (size_t)end : 1, 1);
        *size = fread(*bytes, 1, end > 0 ? (size_t)end : 0, out);
        ok = code == 0 && is_whole(t->form, *bytes, *size);
        if (!ok)
            converter_failed(t, code, said, e);
    }
    FILE *const files[] = {in, out, said};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
    return ok;
}

bool picture_write(const struct picture_target *t, const struct picture *p, struct error *e) {
    struct arena arena = {0};
    struct html svg, csv;
    html_open(&svg);
    html_open(&csv);
    if (p->chart) {
        svg_chart(&svg, p->chart, &t->size);
        csv_chart(csv.f, p->chart);
    } else {
        const struct heat drawn = heat_shrink(p->heat, CELLS_MOST, CELLS_MOST, &arena);
        svg_heat(&svg, &drawn, &t->size);
        csv_heat(csv.f, p->heat);
    }
    char *bytes = svg.page.bytes;
    size_t size = svg.page.size;
    bool ok = (strcmp(t->form, "svg") == 0 || convert(t, &bytes, &size, &arena, e)) &&
              file_write(t->csv, csv.page.bytes, csv.page.size, e) && file_write(t->path, bytes, size, e);
    html_drop(&svg);
    html_drop(&csv);
    arena_free(&arena);
    return ok;
}

static void say(const struct screen *s, const char *text) {
    if (text && *text)
        screen_say(s, 0, "%s", text);
}

/* A map whose columns have names is drawn in numbers, below these names. */
static void draw_named(const struct screen *s, const struct heat *m) {
    struct arena arena = {0};
    const char **row = arena_alloc(&arena, (size_t)m->m.rows, sizeof *row);
    const char **column = arena_alloc(&arena, (size_t)m->m.columns, sizeof *column);
    for (int i = 0; i < m->m.rows; i++)
        row[i] = arena_format(&arena, "%s %d", m->row.title, heat_number(&m->row, i));
    for (int i = 0; i < m->m.columns; i++)
        column[i] = text_shown(m->column.name[i], &arena);
    screen_matrix_draw(s, &(struct screen_matrix){.m = m->m,
                                                  .row_name = row,
                                                  .column_name = column,
                                                  .column_marks = m->column.marks,
                                                  .digits = 2,
                                                  .limit = heat_limit(m)});
    arena_free(&arena);
}

static bool draw(const struct screen *s, void *of, struct error *e) {
    const struct picture *p = of;
    const struct heat *m = p->heat;
    char note[CHART_NOTE];
    (void)e;
    say(s, m ? m->title : p->chart->title);
    say(s, m ? m->subtitle : p->chart->subtitle);
    if (m) {
        screen_say(s, 0, "%s: %s down, %s across.", m->value_title, m->row.title, m->column.title);
        (m->column.name ? draw_named : screen_heat)(s, m);
    } else {
        screen_chart(s, p->chart);
    }
    say(s, m ? m->note : chart_note(p->chart, "", note));
    return true;
}

void picture_screen(const struct screen *s, const struct picture *p) {
    struct picture of = *p;
    screen_in_view(s, draw, &of, &(struct error){0});
}
