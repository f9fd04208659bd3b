/* show.c -- poslab show: encodings, embeddings, attention and trained tables to look at; a file each. */
#include "command/show.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"

static const struct show *const shows[] = {&show_encoding, &show_embedding, &show_attention, &show_positions, NULL};

json_t *show_list_json(const double *number, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, isfinite(number[i]) ? json_real(number[i]) : json_null());
    return list;
}

json_t *show_matrix_json(const struct matrix *m) {
    json_t *rows = json_array();
    for (int i = 0; i < m->rows; i++)
        json_array_append_new(rows, show_list_json(matrix_row(m, i), m->columns));
    return rows;
}

const char **show_head_names(int first, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    char text[32];
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "head %d", first + i + 1);
        name[i] = arena_text(arena, text);
    }
    return name;
}

static const struct show *find(const char *name, struct error *e) {
    char list[128] = "";
    struct suggestion near = suggest_for(name);
    for (const struct show *const *s = shows; *s; s++) {
        if (name && strcmp(name, (*s)->name) == 0)
            return *s;
        if (name)
            suggest_add(&near, (*s)->name);
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", (*s)->name);
    }
    const char *hint = suggest_hint(&near, NULL);
    if (hint)
        error_set(e, EXIT_USAGE, "show: there is no view '%s'%s", name, hint);
    else
        error_set(e, EXIT_USAGE, "show takes one of %s; see `poslab help show`", list);
    return NULL;
}

/* What follows the view's name becomes the first operand. */
static bool take_name(struct arguments *a, const struct show *s, struct error *e) {
    for (int i = 0; i < a->operands; i++)
        a->operand[i] = i + 1 < a->operands ? a->operand[i + 1] : NULL;
    a->operands--;
    return a->operands <= s->operands || error_set(e, EXIT_USAGE, "show %s takes %s; '%s' is one too many", s->name,
                                                   s->operand, a->operand[s->operands]);
}

enum { POSITIONS_MOST = 4096 }; /* whose square still is a picture */

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    if (a->positions > POSITIONS_MOST)
        return error_set(e, EXIT_USAGE, "--positions %d: a view shows %d at most", a->positions, POSITIONS_MOST);
    const struct show *s = find(a->operand[0], e);
    char what[64];
    snprintf(what, sizeof what, "show %s", s ? s->name : "");
    return s && take_name(a, s, e) && (!s->options || command_check_options(a, what, s->options, e)) &&
           screen_open(&screen, stdout, STDOUT_FILENO, a->colour, a->width, e) && s->run(&screen, a, e);
}

const struct command command_show = {
    .name = "show",
    .summary = "encodings, embeddings, attention and trained tables as pictures and numbers in the terminal",
    .operand = "encoding|embedding|attention|positions [NAME_OR_RUN [TEXT_A [TEXT_B]]]",
    .operands = 4,
    .settings = true,
    .options = "view positions offset head count length width colour json",
    .wording =
        (const struct command_option[]){
            {.name = "length", .value = "N", .meaning = "words in the example drawn (default: the most of training)"},
            {.name = "count",
             .value = "N",
             .meaning = "rows added up in numbers (default: 3), or waves drawn (default: 16)"},
            {0}},
    .details =
        "encoding NAME [key=value ...]    what it adds to the embedding, rotates or biases, without a model\n"
        "  --view matrix                  heat map, first numbers, wavelengths (default)\n"
        "  --view waves                   its columns as waves along the positions; --count N of them\n"
        "  --view similarity              which positions are alike; --head N for one that biases scores\n"
        "  --view shift --offset K        whether one matrix takes every position t to t + K, by least squares\n"
        "  --view nearest                 which two of 100,000 positions (or of --positions N) are the most alike\n"
        "embedding RUN [TEXT_A [TEXT_B]]  token + segment + position = sum, in numbers for --count N rows\n"
        "attention RUN [TEXT_A [TEXT_B]]  what the target positions take from each word, head by head; --head N\n"
        "positions RUN                    the trained table, where training ends, which rows it ever moved\n"
        "\n"
        "Settings are those of train (encoding.base=100, model.d_model=512, encoding.extrapolation=clamp); of a run\n"
        "only eval.* can be changed: eval.policies=interpolate looks at positions beyond the trained ones. Without\n"
        "a text, an example of evaluation is taken, of --length N words. Texts are as for `poslab predict`; one\n"
        "with = in it goes after --.\n"
        "Without colours a picture has N n = - for numbers below 0, . about 0, + x X # above. Colours: 24 bits\n"
        "where COLORTERM says so, 256 where TERM does.\n"
        "\n"
        "  poslab show encoding sinusoidal encoding.scale=1 --positions 32\n"
        "  poslab show encoding rope --view similarity --colour always | less -R\n"
        "  poslab show encoding learned --view shift encoding.max_position_embeddings=133\n"
        "  poslab show attention runs/order-learned-seed1 \"w1 X w2 Y\" \"Y w3 X\"\n"
        "  poslab show positions runs/order-learned-seed1 eval.policies=interpolate\n",
    .run = run,
};
