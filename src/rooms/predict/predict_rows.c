/* predict_rows.c -- poslab predict RUN FILE --to FORM: the rows of a file as they are, each with the model's answer as
 * further columns. Rows are asked many at once and printed in the file's order; of a stream as many as have come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/say.h"
#include "format/records.h"
#include "predict/predict.h"
#include "predict/prediction_columns.h"
#include "run/batches.h"
#include "task/kinds.h"

enum { BLOCK_ROWS = 2048, BLOCK_BYTES = 1 << 22, BLOCK_NUMBERS = 1 << 24 };

struct row {
    size_t end;        /* of the row as it came, in the block's text */
    int fields;        /* written there */
    int question;      /* its number; -1: the row has no text, or one that is no example */
    const char *label; /* NULL: none */
    long line;
};

/* Rows that are asked at once. */
struct block {
    struct memory_stream text;
    struct row row[BLOCK_ROWS];
    struct prediction_request question[BLOCK_ROWS];
    int asked[BLOCK_ROWS]; /* the row of a question */
    int rows, questions;
    size_t bytes; /* of texts */
    struct arena arena;
};

struct answered_file {
    struct prediction_session *a;
    struct labelled in;
    struct prediction_columns columns;
    struct records_writer out;
    struct memory_stream printed; /* output for a file, or for a terminal before control characters are escaped */
    const char *to;               /* the file; NULL: none */
    struct block block;
    int names;          /* columns that the file had at its first row */
    long without;       /* rows without a text */
    long first_without; /* and the line of the first */
};

/* ---- What is read */

static const char *copy(struct records_field f, struct arena *arena) {
    return memcpy(arena_alloc(arena, f.length + 1, 1), f.text, f.length);
}

static bool has_word(struct records_field f) {
    size_t length = 0;
    const char *at = f.text;
    return f.text && utf8_word(&at, f.text + f.length, &length);
}

/* The row as it came, before the next one is read. */
static void keep_row(struct answered_file *k, struct row *row) {
    const struct records *file = &k->in.file;
    struct records_writer w = {k->block.text.f, k->out.form, 0, k->out.quote_formulas};
    if (w.form == RECORDS_JSONL && file->object.text)
        records_write_object(&w, file->object);
    else
        for (int i = 0; i < file->columns; i++)
            records_write(&w, file->name[i].text, k->in.all[i]);
    *row = (struct row){k->block.text.size, w.fields, -1, NULL, file->line};
}

/* JSON may have keys that earlier rows lacked. */
static bool check_names(const struct answered_file *k, struct error *e) {
    const struct records *file = &k->in.file;
    char shown[TEXT_PRINTABLE];
    if (file->columns == k->names)
        return true;
    if (k->out.form != RECORDS_JSONL)
        return records_fault(
            file, e,
            "has a key that the first row does not have, so there is no column for it: %s; --to jsonl needs none",
            records_show(file->name[k->names], shown));
    const char *taken = prediction_columns_taken(&k->columns, file);
    return !taken || records_fault(file, e, "has the key %s, which holds the model's answer in the rows before",
                                   text_printable(shown, taken));
}

/* The question about a row's texts; those that are no example of the task have no answer. */
static bool add_question(struct answered_file *k, const struct records_field field[LABELLED_COLUMNS], struct error *e) {
    struct block *b = &k->block;
    const struct run *r = k->a->r;
    const char *text[] = {copy(field[LABELLED_A], &b->arena),
                          field[LABELLED_B].text ? copy(field[LABELLED_B], &b->arena) : ""};
    struct batch *example = arena_alloc(&b->arena, 1, sizeof *example);
    if (!batch_of_texts(example, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), text, &b->arena, e) ||
        !predict_fits(r, k->a->policy, example, e)) {
        error_prefix(e, "%s:%ld", k->in.file.pieces.from.path, k->in.file.line);
        return predict_refuse(k->a, e);
    }
    if (example->targets != 1 && !r->task.kind->causal)
        return records_fault(&k->in.file, e, "has %d target positions; --to prints one answer per row",
                             example->targets);
    k->a->blind += prediction_is_blind(&r->task, example);
    b->asked[b->questions] = b->rows;
    b->row[b->rows].question = b->questions;
    b->bytes += field[LABELLED_A].length + field[LABELLED_B].length;
    b->question[b->questions++] =
        (struct prediction_request){example, arena_alloc(&b->arena, (size_t)r->model.size.classes, sizeof(real))};
    return true;
}

/* As many rows as are asked at once; of a stream those that have come. */
static bool read_block(struct answered_file *k, bool *more, struct error *e) {
    struct records_field field[LABELLED_COLUMNS];
    const struct records *file = &k->in.file;
    struct block *b = &k->block;
    int most = BLOCK_NUMBERS / k->a->r->model.size.classes;
    most = most < 1 ? 1 : most < BLOCK_ROWS ? most : BLOCK_ROWS;
    for (bool waits = false; b->rows < most && b->bytes < BLOCK_BYTES && !waits;) {
        struct row *row = &b->row[b->rows];
        if (!labelled_next(&k->in, field, more, e))
            return false;
        waits = !*more || (file->pieces.from.stream && file->at == file->end);
        if (!*more)
            continue;
        if (!check_names(k, e))
            return false;
        keep_row(k, row);
        if (field[LABELLED_LABEL].length > 0)
            row->label = copy(field[LABELLED_LABEL], &b->arena);
        if (!has_word(field[LABELLED_A]) && !has_word(field[LABELLED_B]))
            k->first_without = k->without++ ? k->first_without : row->line;
        else if (k->a->texts++, !add_question(k, field, e))
            return false;
        b->rows++;
    }
    return true;
}

/* ---- What is written */

/* Sends what was written so far to stdout; a terminal gets no control characters. */
static void print(struct answered_file *k) {
    if (k->to)
        return;
    if (k->printed.f)
        text_print(stdout, k->printed.bytes, k->printed.size, k->out.form == RECORDS_JSONL);
    k->printed.size = 0;
    if (k->in.file.pieces.from.stream)
        fflush(stdout);
}

/* Answers the questions and writes all rows of the block, with the answers as further columns. */
static bool answer_block(struct answered_file *k, struct error *e) {
    struct block *b = &k->block;
    size_t begin = 0;
    int failed;
    if (!predict_many(b->question, b->questions, k->a->r, k->a->policy, &failed, e))
        return error_prefix(e, "%s:%ld", k->in.file.pieces.from.path, b->row[b->asked[failed]].line);
    for (const struct row *row = b->row; row < b->row + b->rows; begin = row++->end) {
        const real *probability = row->question < 0 ? NULL : b->question[row->question].probability;
        fwrite(b->text.bytes + begin, 1, row->end - begin, k->out.out);
        k->out.fields = row->fields;
        prediction_columns_write(&k->columns, probability, &k->out);
        records_write_end(&k->out);
        if (!probability || !row->label)
            continue;
        int best = prediction_next(probability, k->a->r->model.size.classes, -1);
        prediction_count(&k->a->score, &k->a->r->task, &best, 1, row->label);
        if (k->a->score.unknown && k->a->unknown_line == 0)
            k->a->unknown_line = row->line;
    }
    print(k);
    return true;
}

/* Rows before a bad one are answered. */
static bool do_block(struct answered_file *k, bool *more, struct error *e) {
    struct block *b = &k->block;
    struct error refused = {0};
    b->rows = b->questions = 0;
    b->bytes = 0;
    b->arena = (struct arena){0};
    memory_stream_open(&b->text);
    bool read = read_block(k, more, e), answered = answer_block(k, &refused);
    if (!answered)
        *e = refused;
    fclose(b->text.f);
    free(b->text.bytes);
    arena_free(&b->arena);
    return read && answered;
}

/* "csv", or a file's name that ends in .csv. */
static bool check(struct answered_file *k, const char *to, struct error *e) {
    static const struct setting forms = {"--to",        SETTING_CHOICE,        0, "auto", 0, 0,
                                         RECORDS_FORMS, "the form of the rows"};
    int chosen;
    const struct task_built *t = &k->a->r->task;
    char shown[TEXT_PRINTABLE];
    const char *end = strrchr(to, '.');
    k->to = end ? to : NULL;
    k->out.quote_formulas = k->to;
    if (!setting_read(&forms, &chosen, end ? end + 1 : to, &(struct error){0}) || chosen == RECORDS_AUTO)
        return error_set(e, EXIT_USAGE,
                         "predict: --to %s: expected a form, or a file whose name ends in one: tsv, csv or jsonl",
                         text_printable(shown, to));
    k->out.form = (enum records_form)chosen;
    if (!k->a->top && t->kind->answers_words)
        return error_set(e, EXIT_USAGE,
                         "task %s answers with one of %d words; add --count N to print the N most likely",
                         t->kind->name, t->size.classes);
    if (k->to || isatty(STDOUT_FILENO))
        memory_stream_open(&k->printed);
    k->out.out = k->printed.f ? k->printed.f : stdout;
    return true;
}

static void begin(struct answered_file *k) {
    struct prediction_session *a = k->a;
    k->names = k->in.file.columns;
    prediction_columns_build(&k->columns, &a->r->task, a->top, &k->in.file, &a->arena);
    if (k->out.form == RECORDS_JSONL)
        return;
    for (int i = 0; i < k->names; i++)
        records_write(&k->out, "", (k->in.file.first[i].text ? k->in.file.first : k->in.file.name)[i]);
    prediction_columns_head(&k->columns, &k->out);
    records_write_end(&k->out);
}

bool predict_rows(struct prediction_session *a, const char *to, struct error *e) {
    struct answered_file *k = memory_alloc(sizeof *k);
    char separator[2 * PATH_MAX_LENGTH];
    bool more = true;
    *k = (struct answered_file){.a = a};
    bool ok = check(k, to, e);
    if (ok) {
        ok = labelled_open(&k->in, &a->how, e);
        if (ok)
            begin(k);
        if (ok && records_told(&k->in.file, separator, sizeof separator))
            command_tell("%s", separator);
        while (ok && more)
            ok = do_block(k, &more, e);
        print(k);
        if (ok && k->without)
            command_warn("%ld row%s without a text and without an answer; the first is %s:%ld", k->without,
                         k->without == 1 ? " is" : "s are", k->in.file.pieces.from.path, k->first_without);
        if (ok && a->score.labelled)
            command_tell("%d of %d answers are the label (%.1f %%)", a->score.correct, a->score.labelled,
                         100.0 * a->score.correct / a->score.labelled);
        if (ok && k->to) {
            fflush(k->printed.f);
            ok = file_write(k->to, k->printed.bytes, k->printed.size, e);
        }
        ok = ok && predict_end(a, e);
        labelled_close(&k->in);
    }
    if (k->printed.f)
        fclose(k->printed.f);
    free(k->printed.bytes);
    free(k);
    return ok;
}
