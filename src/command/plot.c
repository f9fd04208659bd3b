/* plot.c -- poslab plot: a figure drawn by gnuplot, and beside it what gnuplot was told and the data.
 *
 * All three files are made in a folder of their own beside the target and moved from there when they are whole. Where
 * gnuplot is missing, script and data are left all the same: they can be drawn elsewhere. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "command/command.h"
#include "present/figure_make.h"
#include "present/figure_places.h"

enum { NO_GNUPLOT = 127, CELLS_MOST = 512, PLACES_MOST = 4096 };

/* ---- What is drawn */

/* Where figures come from: results of a folder, or one model. */
struct source {
    const struct arguments *a;
    struct arena *arena;
};

static bool draw_results(struct figure_script *s, const char *form, const struct source *from, bool learning,
                         struct error *e) {
    static struct result f;
    struct figure_rows rows;
    struct figure_chart chart;
    if (!result_read(&f, from->a->operand[1], e))
        return false;
    bool ok = figure_choose(&rows, &f, from->a->operand + 2, e);
    if (ok && learning)
        ok = figure_learning(&chart, &f, &rows, from->arena, e);
    else if (ok)
        figure_extrapolation(&chart, &f, &rows, from->arena);
    if (ok)
        figure_gnuplot_chart(s, form, &chart);
    result_free(&f);
    return ok;
}

static bool draw_extrapolation(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    return draw_results(s, form, from, false, e);
}

static bool draw_learning(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    return draw_results(s, form, from, true, e);
}

static bool check_places(const struct arguments *a, struct error *e) {
    return a->places <= PLACES_MOST ||
           error_set(e, EXIT_USAGE, "plot %s: --places %d: at most %d", a->operand[0], a->places, PLACES_MOST);
}

/* The model of a run or checkpoint, or that of an encoding's name as it begins. */
static bool read_model(struct run *r, const struct source *from, const char *name, struct error *e) {
    struct settings settings;
    struct assignments given = from->a->settings;
    char shown[TEXT_PRINTABLE];
    if (encoding_find(name) && !file_exists(name))
        return assignments_set(&given, "encoding.name", name, "command line", e) &&
               settings_resolve(&settings, &given, NULL, e) && run_build(r, &settings, NULL, e);
    if (!file_exists(name))
        return error_set(e, EXIT_USAGE, "there is no run, no checkpoint and no encoding '%s'",
                         text_printable(shown, name));
    return command_open_run(r, name, &given, e);
}

static bool find_reach(struct figure_reach *reach, const struct source *from, const struct run *r, struct error *e) {
    reach->count = from->a->places;
    return command_policy_of_places(&reach->beyond, &command_plot, from->a, r, e);
}

typedef bool (*heat_filler)(struct figure_heat *m, const struct run *r, struct figure_reach reach, struct arena *arena,
                            struct error *e);

static bool draw_heat(struct figure_script *s, const char *form, const struct source *from, heat_filler fill,
                      struct error *e) {
    struct run r;
    struct figure_heat map;
    struct figure_reach reach;
    if (from->a->operand[2])
        return error_set(e, EXIT_USAGE, "plot %s takes one run or encoding", from->a->operand[0]);
    if (!check_places(from->a, e) || !read_model(&r, from, from->a->operand[1], e))
        return false;
    bool ok = find_reach(&reach, from, &r, e) && fill(&map, &r, reach, from->arena, e);
    if (ok) {
        figure_shrink(&map, CELLS_MOST, CELLS_MOST);
        figure_gnuplot_heat(s, form, &map);
    }
    run_free(&r);
    return ok;
}

static bool draw_places(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    return draw_heat(s, form, from, figure_vectors, e);
}

static bool draw_similarity(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    return draw_heat(s, form, from, figure_similarity, e);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* The last part of a path, or all of it where another has the same last part. */
static const char *curve_name(const struct arguments *a, int which) {
    const char *name = last_part(a->operand[which]);
    for (int i = 1; i < a->operands; i++)
        if (i != which && strcmp(last_part(a->operand[i]), name) == 0)
            return a->operand[which];
    return name;
}

/* One curve for each run or encoding named. */
static bool draw_shift(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    struct figure_curve curve[OPERANDS_MAX];
    struct figure_chart chart = {
        .x_title = "k, places shifted", .y_title = "error of the best T_k in %", .x_low = 1, .curve = curve};
    for (int i = 1; i < from->a->operands; i++) {
        const char *name = from->a->operand[i];
        struct figure_reach reach;
        struct run r;
        if (!check_places(from->a, e) || !read_model(&r, from, name, e))
            return false;
        bool ok =
            find_reach(&reach, from, &r, e) && figure_shift(&chart, curve_name(from->a, i), &r, reach, from->arena, e);
        run_free(&r);
        if (!ok)
            return false;
    }
    figure_fit(&chart);
    figure_gnuplot_chart(s, form, &chart);
    return true;
}

static bool draw_attention(struct figure_script *s, const char *form, const struct source *from, struct error *e) {
    struct run r;
    struct figure_heat map;
    const struct arguments *a = from->a;
    struct figure_example x = {.text = {a->operand[2], a->operands > 3 ? a->operand[3] : NULL},
                               .number = a->count ? a->count - 1 : 0};
    if (a->operands > 4)
        return error_set(e, EXIT_USAGE, "plot attention takes a run and two texts at most");
    if (a->operand[2] && a->count)
        return error_set(e, EXIT_USAGE, "--count %d is for an example of evaluation; here a text is given", a->count);
    if (!command_open_run(&r, a->operand[1], &a->settings, e))
        return false;
    bool ok =
        command_policy(&x.beyond, &command_plot, a, &r.settings, e) && figure_attention(&map, &r, &x, from->arena, e);
    if (ok)
        figure_gnuplot_heat(s, form, &map);
    run_free(&r);
    return ok;
}

static const struct kind {
    const char *name;
    bool (*draw)(struct figure_script *s, const char *form, const struct source *from, struct error *e);
    const char *option; /* besides --to */
    bool settings;      /* means something to it: results stand as they are */
} kinds[] = {
    {"extrapolation", draw_extrapolation, NULL, false},
    {"learning", draw_learning, NULL, false},
    {"heatmap", draw_places, "places", true},
    {"similarity", draw_similarity, "places", true},
    {"attention", draw_attention, "count", true},
    {"shift", draw_shift, "places", true},
    {0},
};

static bool check_kind(const struct kind *kind, const struct arguments *a, struct error *e) {
    const char *const takes[] = {"to", kind->option, NULL};
    char what[64];
    snprintf(what, sizeof what, "plot %s", kind->name);
    if (a->settings.count && !kind->settings)
        return error_set(e, EXIT_USAGE,
                         "%s draws results as they are and takes no settings, so no %s; name rows to choose", what,
                         a->settings.item[0].key);
    return command_check_options(a, what, takes, e);
}

/* ---- Where it goes */

/* FILE.svg taken apart; all paths that are used begin with / or ./, so that gnuplot reads nothing else into them. */
struct target {
    char folder[PATH_MAX_LENGTH], name[PATH_MAX_LENGTH]; /* without its ending */
    const char *form;
    char work[PATH_MAX_LENGTH]; /* the folder in which files are made */
};

static bool read_target(struct target *t, const char *to, struct error *e) {
    static const char *const forms[] = {"svg", "png", "pdf"};
    char shown[TEXT_PRINTABLE];
    const char *slash = to ? strrchr(to, '/') : NULL, *file = slash ? slash + 1 : to,
               *dot = to ? strrchr(file, '.') : NULL;
    if (!to)
        return error_set(e, EXIT_USAGE, "plot needs --to FILE.svg, FILE.png or FILE.pdf");
    for (int i = 0; dot && dot > file && i < 3; i++)
        t->form = strcmp(dot + 1, forms[i]) == 0 ? forms[i] : t->form;
    if (!t->form)
        return error_set(e, EXIT_USAGE, "plot: --to %s: it ends in one of .svg, .png, .pdf", text_printable(shown, to));
    if (strlen(to) + 32 > PATH_MAX_LENGTH)
        return error_set(e, EXIT_USAGE, "plot: --to %s: the path is too long", text_printable(shown, to));
    snprintf(t->folder, sizeof t->folder, "%s%.*s", *to == '/' ? "" : "./", slash ? (int)(slash - to) : 0, to);
    snprintf(t->name, sizeof t->name, "%.*s", (int)(dot - file), file);
    return true;
}

static bool put_path(char path[PATH_MAX_LENGTH], const char *folder, const char *name, const char *ending,
                     struct error *e) {
    return snprintf(path, PATH_MAX_LENGTH, "%s/%s.%s", folder, name, ending) < PATH_MAX_LENGTH ||
           error_set(e, EXIT_USAGE, "the path of a figure is too long");
}

/* Runs gnuplot on the script; what it says goes to the file said.txt. */
static int run_gnuplot(const char *script, const char *said) {
    pid_t process = fork();
    if (process == 0) {
        int out = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600), in = open("/dev/null", O_RDONLY);
        if (out >= 0 && in >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(out, 2) >= 0)
            execlp("gnuplot", "gnuplot", script, (char *)NULL);
        _exit(errno == ENOENT ? NO_GNUPLOT : EXIT_IO);
    }
    int status = -1;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_IO;
}

static bool move(const struct target *t, const char *ending, struct error *e) {
    char from[PATH_MAX_LENGTH], to[PATH_MAX_LENGTH];
    if (!put_path(from, t->work, t->name, ending, e) || !put_path(to, t->folder, t->name, ending, e))
        return false;
    return rename(from, to) == 0 || error_set(e, EXIT_IO, "cannot write %s: %s", to, strerror(errno));
}

/* The first line of what gnuplot said. */
static bool gnuplot_failed(const char *said, struct error *e) {
    char line[256] = "", shown[TEXT_PRINTABLE];
    FILE *f = fopen(said, "r");
    while (f && fgets(line, sizeof line, f) && !line[strspn(line, " \t\r\n^")]) {
    }
    if (f)
        fclose(f);
    line[strcspn(line, "\r\n")] = 0;
    return error_set(e, EXIT_FAILED, "gnuplot drew nothing: %s",
                     *line ? text_printable(shown, line) : "it says no more");
}

static bool draw(const struct target *t, struct error *e) {
    char script[PATH_MAX_LENGTH], said[PATH_MAX_LENGTH], figure[PATH_MAX_LENGTH];
    if (!put_path(script, t->work, t->name, "gp", e) || !put_path(said, t->work, t->name, "txt", e) ||
        !put_path(figure, t->work, t->name, t->form, e))
        return false;
    int code = run_gnuplot(script, said);
    if (code != NO_GNUPLOT && (code != 0 || !file_exists(figure)))
        return gnuplot_failed(said, e);
    if (!move(t, "tsv", e) || !move(t, "gp", e))
        return false;
    if (code == NO_GNUPLOT)
        return error_set(e, EXIT_FAILED,
                         "gnuplot is not installed (Debian: gnuplot-nox); %s/%s.gp and .tsv are written, and `gnuplot "
                         "%s.gp` draws them where it is",
                         t->folder, t->name, t->name);
    return move(t, t->form, e);
}

/* Removes the working folder with what is left in it. */
static void clear(const struct target *t) {
    const char *const endings[] = {"gp", "tsv", "txt", t->form};
    struct error e;
    char path[PATH_MAX_LENGTH];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (put_path(path, t->work, t->name, endings[i], &e))
            unlink(path);
    rmdir(t->work);
}

static bool write_figure(struct target *t, struct figure_script *s, struct error *e) {
    char script[PATH_MAX_LENGTH], data[PATH_MAX_LENGTH];
    snprintf(t->work, sizeof t->work, "%.980s/.plot-XXXXXX", t->folder);
    bool made = mkdtemp(t->work) || error_set(e, EXIT_IO, "cannot write in %s: %s", t->folder, strerror(errno));
    bool ok = made && put_path(script, t->work, t->name, "gp", e) && put_path(data, t->work, t->name, "tsv", e);
    if (!ok) {
        html_drop(&s->gp);
        html_drop(&s->tsv);
        return false;
    }
    bool whole = html_close(&s->gp, script, e);
    whole = html_close(&s->tsv, data, e) && whole;
    ok = whole && draw(t, e);
    clear(t);
    return ok;
}

static bool find_kind(const struct kind **kind, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], all[256] = "";
    for (*kind = kinds; (*kind)->name; ++*kind) {
        if (name && strcmp((*kind)->name, name) == 0)
            return true;
        text_append(all, sizeof all, "%s%s", *all ? ", " : "", (*kind)->name);
    }
    return error_set(e, EXIT_USAGE, name ? "there is no figure '%s'; it is one of %s" : "plot needs %sone of %s",
                     name ? text_printable(shown, name) : "", all);
}

static bool make(const struct kind *kind, const struct arguments *a, struct error *e) {
    struct arena arena = {0};
    struct target t = {0};
    struct figure_script s;
    const struct source from = {a, &arena};
    if (!a->operand[1])
        return error_set(e, EXIT_USAGE, "plot %s needs a source; see `poslab help plot`", kind->name);
    if (!check_kind(kind, a, e) || !read_target(&t, a->to, e) || !html_open(&s.gp, e) || !html_open(&s.tsv, e))
        return false;
    bool ok = kind->draw(&s, t.form, &from, e);
    if (!ok) {
        html_drop(&s.gp);
        html_drop(&s.tsv);
    }
    ok = ok && write_figure(&t, &s, e);
    arena_free(&arena);
    return ok;
}

static int run(struct arguments *a) {
    const struct kind *kind;
    struct error e = {0};
    if (!find_kind(&kind, a->operand[0], &e) || !make(kind, a, &e))
        return command_fail(&e);
    printf("%s\n", a->to);
    return EXIT_DONE;
}

static const char *const options[] = {"to", "places", "count", NULL};

static const struct command_option wording[] = {
    {.name = "to", .value = "FILE", .meaning = "the figure to write: FILE.svg, FILE.png or FILE.pdf"},
    {.name = "count", .value = "N", .meaning = "attention: which example of evaluation (default: 1)"},
    {.name = "places",
     .value = "N",
     .meaning = "how many places there are (default: twice those of training; shift: four times the width)"},
    {0},
};

const struct command command_plot = {
    .name = "plot",
    .summary = "a figure as SVG, PNG or PDF, drawn by gnuplot, with its script and data beside it",
    .operand = "WHAT SOURCE [MORE...]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .options = options,
    .wording = wording,
    .details =
        "extrapolation RUN_OR_COMPARISON [ROW...]   accuracy by length: means, 95 % intervals, every seed, chance\n"
        "learning RUN_OR_COMPARISON [ROW...]        accuracy on the training batches by step\n"
        "heatmap RUN_OR_ENCODING                    the vectors of places, or what is added to scores\n"
        "similarity RUN_OR_ENCODING                 dot products of all pairs of places\n"
        "shift RUN_OR_ENCODING...                   error of the best matrix T_k from place t to t + k, for each\n"
        "attention RUN [TEXT_A [TEXT_B]]            what each head of the first asked row attends to\n"
        "\n"
        "A ROW is a name of the table of `poslab compare`, or a label for its first row; without any all are drawn, "
        "or\n"
        "of more than ten rows the first of each label. An encoding's name stands for a new model of the settings "
        "given.\n"
        "What lies beyond the trained places is the encoding's own way (of a text: an error, as for `poslab predict`)\n"
        "unless eval.policies=NAME or encoding.beyond=NAME says otherwise. A text with = in it goes behind --.\n"
        "Beside FILE.svg (.png, .pdf) stand FILE.gp and FILE.tsv: `gnuplot FILE.gp` makes the figure again, and\n"
        "`gnuplot -e dark=1 FILE.gp` makes FILE-dark.svg.\n"
        "\n"
        "  poslab plot extrapolation runs/compare --to compare.svg\n"
        "  poslab plot extrapolation runs/compare rope rope+interpolate --to rope.pdf\n"
        "  poslab plot similarity sinusoidal encoding.base=100 --to similarity.png\n"
        "  poslab plot shift sinusoidal learned runs/compare/learned-seed1 --to shift.svg\n"
        "  poslab plot attention runs/compare/learned-seed1 \"w1 X w2 Y\" \"Y w3 X\" --to attention.svg\n",
    .run = run,
};
