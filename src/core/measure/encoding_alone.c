/* encoding_alone.c -- see encoding_alone.h. */
#include "measure/encoding_alone.h"

#include <math.h>
#include <string.h>

#include "encoding/encoding.h"

enum { CLOSEST_ROWS = 4096 }; /* rows of a table: a slow search */

/* The encoding with its initial values, for the trained lengths of the task. */
static bool build(struct encoding_alone *s, struct error *e) {
    const struct settings *set = &s->settings;
    const struct model_config *m = &set->model;
    int trained = position_scheme_count(position_scheme_training(set), &s->task, s->task.size.trained.high);
    struct encoding_sizes size = {m->d_model, m->heads, trained, m->causal};
    if (!encoding_build(&s->built, set->encoding, set->encoding_options, size, m->origin, (uint32_t)set->train.seed,
                        &s->arena, e))
        return false;
    for (int i = 0; i < s->built.tensors; i++) {
        const struct encoding_tensor *t = &s->built.tensor[i];
        real *value = arena_alloc(&s->arena, (size_t)t->rows * t->columns, sizeof *value);
        set->encoding->init(&s->built, i, value);
        s->weights.value[i] = value;
    }
    return true;
}

bool encoding_alone_build(struct encoding_alone *s, const struct assignments *a, const struct task_input *in,
                          struct error *e) {
    *s = (struct encoding_alone){0};
    const struct settings *set = &s->settings;
    if (settings_resolve(&s->settings, a, NULL, e) &&
        (set->model.d_model % set->model.heads == 0 ||
         error_set(e, EXIT_USAGE, "model.heads = %d does not divide model.d_model = %d", set->model.heads,
                   set->model.d_model)) &&
        task_build(&s->task, set->task, set->task_options, in, &s->arena, e) && build(s, e))
        return true;
    arena_free(&s->arena);
    return false;
}

bool encoding_alone_of(struct encoding_alone *s, const struct settings *set, const struct task_built *t,
                       struct error *e) {
    *s = (struct encoding_alone){.settings = *set, .task = *t};
    if (build(s, e))
        return true;
    arena_free(&s->arena);
    return false;
}

bool encoding_alone_take(struct encoding_alone *s, const struct run *r) {
    const struct model *m = &r->model;
    if (m->encoding.kind != s->built.kind || m->encoding.tensors != s->built.tensors)
        return false;
    for (int i = 0; i < s->built.tensors; i++) {
        const struct encoding_tensor *own = &s->built.tensor[i], *there = &m->encoding.tensor[i];
        if (own->rows != there->rows || own->columns != there->columns)
            return false;
    }
    s->weights = model_encoding_weights(m, NULL);
    s->learned = s->built.tensors > 0;
    s->run = r;
    return true;
}

struct encoding_alone encoding_alone_of_run(const struct run *r) {
    return (struct encoding_alone){.settings = r->settings,
                                   .task = r->task,
                                   .built = r->model.encoding,
                                   .weights = model_encoding_weights(&r->model, NULL),
                                   .learned = true,
                                   .run = r};
}

int encoding_alone_positions(const struct encoding_alone *s, int words) {
    return position_scheme_count(position_scheme_evaluation(&s->settings), &s->task, words);
}

bool encoding_alone_open(struct encoding_alone *s, int positions, struct error *e) {
    s->positions = positions;
    if (!encoding_use_open(&s->use, &s->built, &s->weights, s->settings.extrapolation, positions, &s->arena, e))
        return false;
    s->has_vectors = geometry_vectors(&s->vectors, &s->use, &s->weights, positions, &s->arena);
    return true;
}

double *encoding_alone_wavelengths(struct encoding_alone *s, bool rotated, int columns) {
    double *wave = arena_alloc(&s->arena, (size_t)columns, sizeof *wave);
    int *parts = arena_alloc(&s->arena, (size_t)columns, sizeof *parts);
    for (struct encoding_part p = {0}; encoding_part_next(&p, &s->use, &s->weights);)
        for (int c = 0; c < columns; c++) {
            const struct encoding_built *b = p.use->built;
            int own = rotated ? c : s->built.first + c - b->first;
            if (rotated ? !p.kind->rotate : !p.kind->embed || own < 0 || own >= b->width)
                continue;
            wave[c] = p.kind->wavelength && !parts[c] ? p.kind->wavelength(p.use, own) : (double)NAN;
            parts[c]++;
        }
    return wave;
}

struct waves waves_of(const double *wave, int columns) {
    struct waves w = {.shortest = HUGE_VAL};
    for (int c = 0; c < columns; c++) {
        w.waves += isfinite(wave[c]) != 0;
        w.straight += isinf(wave[c]) != 0;
        w.shortest = fmin(w.shortest, isfinite(wave[c]) ? wave[c] : HUGE_VAL);
        w.longest = fmax(w.longest, isfinite(wave[c]) ? wave[c] : 0);
    }
    return w;
}

struct matrix encoding_alone_biases(struct encoding_alone *s) {
    int heads = s->built.size.heads, n = s->positions;
    struct matrix out = matrix_alloc(heads, 2 * n - 1, &s->arena), square;
    for (int h = 0; h < heads; h++) {
        struct arena scratch = {0};
        geometry_bias(&square, &s->use, &s->weights, h, n, &scratch);
        for (int d = 1 - n; d < n; d++)
            matrix_row(&out, h)[d + n - 1] = d > 0 && s->built.size.causal ? (double)NAN
                                             : d < 0                       ? matrix_row(&square, -d)[0]
                                                                           : matrix_row(&square, 0)[d];
        arena_free(&scratch);
    }
    return out;
}

bool encoding_alone_closest(struct encoding_alone *s, struct closest *out, int *count, struct error *e) {
    int rows = s->built.rows, all = !rows ? CLOSEST_POSITIONS : rows < CLOSEST_ROWS ? rows : CLOSEST_ROWS;
    struct arena scratch = {0};
    struct encoding_use use;
    struct matrix m;
    *count = *count ? *count : all;
    bool ok = encoding_use_open(&use, &s->built, &s->weights, s->settings.extrapolation, *count, &scratch, e);
    if (ok) {
        geometry_vectors(&m, &use, &s->weights, *count, &scratch);
        *out = geometry_closest(&m);
    }
    arena_free(&scratch);
    return ok;
}

void encoding_alone_free(struct encoding_alone *s) { arena_free(&s->arena); }
