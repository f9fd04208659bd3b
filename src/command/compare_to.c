/* compare_to.c -- see compare_to.h. */
#include "command/compare_to.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/json.h"
#include "result/answer.h"

struct paper {
    const struct comparison_result *c;
    const struct comparison_tables *t;
    unsigned chosen;
    bool full;
    struct arena *arena;
};

/* The rows of the first screen at all lengths; with --full all rows, and their differences. */
static void write_paper(FILE *out, const struct paper *p, void (*write)(FILE *out, const struct table *t)) {
    struct answer a;
    struct table t = p->t->summary, pairs = p->t->pairs;
    if (!p->full) {
        answer_find(&a, p->c, p->arena);
        fill_answer(&t, &a, a.rows, true, p->arena);
        for (int k = 0; k < t.layers; k++)
            t.layer[k].caption = p->t->summary.layer[k].caption;
    }
    t.corner = "words";
    t.drawn = pairs.drawn = p->chosen;
    write(out, &t);
    if (p->full && pairs.rows)
        write(out, &pairs);
}

static void write_markdown(FILE *out, const struct paper *p) { write_paper(out, p, table_markdown); }
static void write_latex(FILE *out, const struct paper *p) { write_paper(out, p, table_latex); }
static void write_csv(FILE *out, const struct paper *p) { table_csv(out, &p->t->summary); }

json_t *compare_document(const struct comparison_result *c, const struct comparison_tables *t) {
    json_t *json = comparison_json(c, t);
    json_object_set_new(json, "observations", table_observations(&t->members));
    return json;
}

static void write_json(FILE *out, const struct paper *p) {
    json_t *json = compare_document(p->c, p->t);
    char *text = json_text(json);
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(json);
}

static const struct form {
    const char *end;
    void (*write)(FILE *out, const struct paper *p);
} forms[] = {{".md", write_markdown}, {".tex", write_latex}, {".csv", write_csv}, {".json", write_json}};

static const struct form *form_of(const char *file) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_ends(file, forms[i].end))
            return &forms[i];
    return NULL;
}

bool compare_to_check(const struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return !a->to || form_of(a->to) ||
           error_set(e, EXIT_USAGE, "compare --to %s: expected a name that ends in .md, .tex, .csv or .json",
                     text_printable(shown, a->to));
}

bool compare_to_write(const struct comparison_result *c, const struct comparison_tables *t, unsigned chosen,
                      const struct arguments *a, struct error *e) {
    struct arena arena = {0};
    struct memory_stream text;
    memory_stream_open(&text);
    form_of(a->to)->write(text.f, &(struct paper){c, t, chosen, a->full, &arena});
    fclose(text.f);
    bool ok = file_write(a->to, text.bytes, text.size, e);
    free(text.bytes);
    arena_free(&arena);
    return ok;
}
