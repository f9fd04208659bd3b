/* show_embedding.c -- poslab show embedding: how the rows that attention sees are made, table by table. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command/show.h"
#include "measure/added.h"
#include "present/heat.h"

enum { TOKEN, SEGMENT, POSITION, SUM, PARTS };
static const char *const titles[PARTS] = {"token", "segment", "position", "sum"};

enum { STEPS = 3 }; /* rows that are added up in numbers */

struct parts {
    const struct show_example *x;
    struct matrix part[PARTS]; /* (rows, D); NAN where a table has no column */
    double limit;
    double difference;  /* largest of the parts' sum and what the model works with */
    struct added added; /* what positions do to the words' vectors */
    bool adds;
};

/* Rows of a table of `width` columns; row NULL: all as they are. */
static struct matrix rows_of(const real *table, const int *row, int rows, int width, int d, struct arena *arena) {
    struct matrix m = matrix_alloc(rows, d, arena);
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < d; c++)
            matrix_row(&m, i)[c] = c < width ? (double)table[(size_t)(row ? row[i] : i) * width + c] : (double)NAN;
    return m;
}

/* What the encoding makes of rows of zeros. */
static struct matrix positions_of(struct show_example *x, struct arena *arena) {
    const struct encoding_built *built = &x->run->model.encoding;
    const struct batch *b = &x->batch;
    int d = x->run->model.config.d_model;
    real *zero = arena_alloc(arena, (size_t)b->rows * d, sizeof *zero);
    if (built->kind->embed)
        built->kind->embed(&x->way.use, &x->way.weights, zero, (struct span){b->rows, b->position});
    struct matrix m = rows_of(zero, NULL, b->rows, d, d, arena);
    for (int i = 0; i < b->rows; i++)
        for (int c = 0; c < d - built->width; c++)
            matrix_row(&m, i)[c] = (double)NAN;
    return m;
}

static void add_up(struct parts *p) {
    const struct matrix *sum = &p->part[SUM];
    for (int k = 0; k < PARTS; k++)
        p->limit = fmax(p->limit, matrix_limit(&p->part[k]));
    for (size_t i = 0; i < (size_t)sum->rows * sum->columns; i++) {
        double total = 0;
        for (int k = 0; k < SUM; k++)
            total += isnan(p->part[k].value[i]) ? 0 : p->part[k].value[i];
        p->difference = fmax(p->difference, fabs(total - sum->value[i]));
    }
}

static void fill(struct parts *p, struct show_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const struct batch *b = &x->batch;
    int d = m->config.d_model, width = d - m->encoding.columns;
    p->x = x;
    p->part[TOKEN] = rows_of(m->params.value + m->token, b->token, b->rows, width, d, arena);
    p->part[SEGMENT] = rows_of(m->params.value + m->segment, b->segment, b->rows, width, d, arena);
    p->part[POSITION] = positions_of(x, arena);
    p->part[SUM] = rows_of(x->way.work.value.embedded, NULL, b->rows, d, d, arena);
    p->adds = added_measure(&p->added, x->run);
    add_up(p);
}

/* One row as token + segment + position = sum, as many columns as fit. */
static void draw_step(const struct screen *s, const struct parts *p, int row) {
    enum { NAME = 2 * TEXT_PRINTABLE };
    const struct batch *b = &p->x->batch;
    int all = p->part[SUM].columns;
    char name[PARTS][NAME];
    const char *const names[PARTS] = {name[TOKEN], name[SEGMENT], name[POSITION], name[SUM]};
    struct arena arena = {0};
    struct numbers n = {
        .m = matrix_alloc(PARTS, all, &arena), .row_name = names, .digits = 4, .limit = p->limit, .first_block = true};
    snprintf(name[TOKEN], NAME, "  token %s", p->x->word[row]);
    snprintf(name[SEGMENT], NAME, "+ segment %d", b->segment[row]);
    snprintf(name[POSITION], NAME, "+ position %d", b->position[row]);
    snprintf(name[SUM], NAME, "= row %d", row);
    for (int k = 0; k < PARTS; k++)
        memcpy(matrix_row(&n.m, k), matrix_row(&p->part[k], row), (size_t)all * sizeof(double));
    numbers_draw(s, &n);
    if (numbers_fit(s, &n) < all)
        screen_say(s, 2, "... and so on, columns %d..%d", numbers_fit(s, &n), all - 1);
    fputc('\n', s->out);
    arena_free(&arena);
}

static void draw(const struct screen *s, const struct parts *p, int steps) {
    const struct model *m = &p->x->run->model;
    const struct encoding *kind = m->encoding.kind;
    show_example_say(s, p->x);
    screen_say(s, 0,
               "Each row that %s sees is a sum: its word's row of the token table, its segment's row, and what the "
               "encoding gives for its position.",
               m->mixer->name);
    if (!kind->embed)
        screen_say(s, 0, "Encoding %s gives nothing here%s.", kind->name,
                   kind->rotate || kind->bias ? ": it acts inside attention (`poslab show encoding`)" : "");
    if (m->encoding.columns)
        screen_say(s, 0, "The last %d of the %d columns are the position's own; the tables have none there.",
                   m->encoding.columns, m->config.d_model);
    fputc('\n', s->out);
    for (int i = 0; i < steps && i < p->x->batch.rows; i++)
        draw_step(s, p, i);
    for (int k = 0; k < PARTS; k++) {
        screen_say(s, 0, "%s%s: rows down, columns across.", k == SUM ? "= " : k ? "+ " : "", titles[k]);
        screen_heat(s, &(struct heat){.m = p->part[k], .low = -p->limit, .high = p->limit});
        fputc('\n', s->out);
    }
    screen_say(s, 0, "The three tables added up differ from what the model works with by %.2g at most.", p->difference);
    if (p->adds)
        screen_say(s, 0,
                   "A position turns a word's vector by %.1f degrees and makes it %.2f times as long, in the mean over "
                   "%d words and %d positions.",
                   p->added.angle, p->added.length, p->added.words, p->added.positions);
    if (m->config.embedding_norm)
        screen_say(s, 0, "A layer norm follows (model.embedding_norm).");
}

static void print_json(const struct parts *p) {
    json_t *json = show_example_json(p->x);
    for (int k = 0; k < PARTS; k++)
        json_object_set_new(json, titles[k], show_matrix_json(&p->part[k]));
    json_object_set_new(json, "difference", json_real(p->difference));
    json_object_set_new(json, "angle", p->adds ? json_real(p->added.angle) : json_null());
    json_object_set_new(json, "length_ratio", p->adds ? json_real(p->added.length) : json_null());
    command_print_json(json);
}

static bool run(const struct screen *s, struct arguments *a, struct error *e) {
    struct show_example x;
    struct parts p = {0};
    if (!show_example_open(&x, a, e))
        return false;
    fill(&p, &x, &a->arena);
    if (a->json)
        print_json(&p);
    else
        draw(s, &p, a->count ? a->count : STEPS);
    return true;
}

const struct show show_embedding = {.name = "embedding",
                                    .operand = "RUN [TEXT_A [TEXT_B]]",
                                    .operands = 3,
                                    .options = "count length width colour json",
                                    .run = run};
