/* test_predicted_rows.c -- answers added to the rows of a file: how rows are written, column names that the file
 * already has, and probabilities of many examples at once. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "example/prediction.h"
#include "model/params.h"
#include "predict/predict.h"
#include "predict/prediction_columns.h"
#include "run/batches.h"
#include "unit/opened.h"

/* ---- Rows */

/* A writer into memory; assert_text ends it. */
static struct memory_stream stream;
static struct records_writer opened(enum records_form form) {
    memory_stream_open(&stream);
    return (struct records_writer){.out = stream.f, .form = form};
}

static void assert_text(const char *expected) {
    fclose(stream.f);
    assert_string_equal(stream.bytes, expected);
    free(stream.bytes);
}

TEST(fields) {
    static const char field[] = "a \"b\", c\td\\t\r\ne \xC3\xA9\x01";
    static const char *const expected[] = {
        [RECORDS_TSV] = "a \"b\", c\\td\\t\\r\\ne \xC3\xA9\x01\tplain\t\t0.25\t9.32438e-05\n",
        [RECORDS_CSV] = "\"a \"\"b\"\", c\td\\t\r\ne \xC3\xA9\x01\",plain,,0.25,9.32438e-05\n",
        [RECORDS_JSONL] =
            "{\"k\": \"a \\\"b\\\", c\\u0009d\\\\t\\u000d\\u000ae \xC3\xA9\\u0001\", \"a\\\"\": \"plain\", "
            "\"no\": null, \"p\": 0.25, \"q\": 9.32438e-05}\n",
    };
    for (int form = RECORDS_TSV; form <= RECORDS_JSONL; form++) {
        struct records_writer w = opened((enum records_form)form);
        records_write(&w, "k", records_text(field));
        records_write(&w, "a\"", records_text("plain"));
        records_write_nothing(&w, "no");
        records_write_number(&w, "p", 0.25);
        records_write_number(&w, "q", 9.324381e-5);
        records_write_end(&w);
        assert_text(expected[form]);
    }
}

/* A field alone, and whether CSV puts it in quotes. */
TEST(quotes) {
    static const char *const rows[][2] = {
        {"", "\n"},           {"a b", "a b\n"},       {" a ", " a \n"},       {"a,b", "\"a,b\"\n"},
        {"\"", "\"\"\"\"\n"}, {"a\nb", "\"a\nb\"\n"}, {"a\rb", "\"a\rb\"\n"}, {"a\tb", "a\tb\n"},
        {"1.5", "1.5\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct records_writer w = opened(RECORDS_CSV);
        records_write(&w, "", records_text(rows[i][0]));
        records_write_end(&w);
        assert_text(rows[i][1]);
    }
}

/* A number is not a formula, even with a sign. */
TEST(formulas) {
    static const char *const rows[][2] = {{"=1+1", "'=1+1"}, {"+1 a", "'+1 a"},    {"-1-2", "'-1-2"},
                                          {"@x", "'@x"},     {"\tx", "'\tx"},      {"=1,2", "\"'=1,2\""},
                                          {"-1", "-1"},      {"+1.5e3", "+1.5e3"}, {"-", "'-"},
                                          {"a=1", "a=1"},    {"'", "'"},           {"", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[64];
        struct records_writer w = opened(RECORDS_CSV);
        w.quote_formulas = true;
        records_write(&w, "", records_text(rows[i][0]));
        records_write_number(&w, "", -0.5);
        records_write_end(&w);
        snprintf(line, sizeof line, "%s,-0.5\n", rows[i][1]);
        assert_text(line);
    }
    for (int form = RECORDS_TSV; form <= RECORDS_JSONL; form++) {
        struct records_writer w = opened((enum records_form)form);
        w.quote_formulas = true;
        records_write(&w, "k", records_text("\r="));
        records_write_end(&w);
        assert_text(form == RECORDS_TSV ? "'\\r=\n" : form == RECORDS_CSV ? "\"'\r=\"\n" : "{\"k\": \"\\u000d=\"}\n");
    }
}

/* Keys come after those of an object as it was read. */
TEST(objects) {
    static const char *const rows[][2] = {
        {"{\"a\":1.50,\"b\":[1, 2]}", "{\"a\":1.50,\"b\":[1, 2], \"answer\": \"x\"}\n"},
        {"{ \"a\" : \"}\" } ", "{ \"a\" : \"}\", \"answer\": \"x\"}\n"},
        {"{}", "{\"answer\": \"x\"}\n"},
        {"{ \t}", "{\"answer\": \"x\"}\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct records_writer w = opened(RECORDS_JSONL);
        records_write_object(&w, records_text(rows[i][0]));
        records_write(&w, "answer", records_text("x"));
        records_write_end(&w);
        assert_text(rows[i][1]);
    }
}

/* ---- Columns */

/* A file with these columns, up to three. */
static struct records file_of(const char *const name[3]) {
    struct records r = {0};
    while (r.columns < 3 && name[r.columns]) {
        r.name[r.columns] = records_text(name[r.columns]);
        r.columns++;
    }
    return r;
}

struct named {
    const char *file[3];
    int top;
    const char *expected; /* the header */
};

/* The task `first` answers no or yes. */
TEST(names) {
    static const struct named rows[] = {
        {{"text"}, 0, "answer,p_no,p_yes\n"},
        {{"text"}, 2, "answer_1,p_1,answer_2,p_2\n"},
        {{"text", "answer"}, 0, "answer_2,p_no_2,p_yes_2\n"},
        {{"p_yes"}, 0, "answer_2,p_no_2,p_yes_2\n"},
        {{"Answer", "p_maybe"}, 0, "answer,p_no,p_yes\n"},
        {{"answer", "p_no_2"}, 0, "answer_3,p_no_3,p_yes_3\n"},
        {{"answer_2"}, 0, "answer,p_no,p_yes\n"},
        {{"answer_2"}, 1, "answer_1,p_1\n"},
        {{"answer_2"}, 2, "answer_1_2,p_1_2,answer_2_2,p_2_2\n"},
    };
    const struct task_built t = {.kind = task_named("first"), .size.classes = 2};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct prediction_columns c;
        struct records file = file_of(rows[i].file);
        struct records_writer w = opened(RECORDS_CSV);
        prediction_columns_build(&c, &t, rows[i].top, &file, &arena);
        prediction_columns_head(&c, &w);
        records_write_end(&w);
        assert_text(rows[i].expected);
        assert_null(prediction_columns_taken(&c, &file));
    }
    arena_free(&arena);
}

static void write_answers(int top, const real *probability, const char *expected) {
    const struct task_built t = {.kind = task_named("first"), .size.classes = 2};
    struct prediction_columns c;
    struct records file = {0};
    struct arena arena = {0};
    struct records_writer w = opened(RECORDS_CSV);
    prediction_columns_build(&c, &t, top, &file, &arena);
    prediction_columns_write(&c, probability, &w);
    records_write_end(&w);
    assert_text(expected);
    arena_free(&arena);
}

TEST(answers) {
    static const real likely[] = {(real)0.125, (real)0.875}, even[] = {(real)0.5, (real)0.5};
    write_answers(0, likely, "yes,0.125,0.875\n");
    write_answers(1, likely, "yes,0.875\n");
    write_answers(2, likely, "yes,0.875,no,0.125\n");
    write_answers(2, even, "no,0.5,yes,0.5\n"); /* of equal ones the first */
    write_answers(0, NULL, ",,\n");
    write_answers(2, NULL, ",,,\n");
}

/* ---- Many at once */

static struct run run;

static struct batch *example_of(const char *text, struct arena *arena) {
    struct batch *b = arena_alloc(arena, 1, sizeof *b);
    struct error e = {0};
    if (!batch_of_texts(b, &run.task, run.eval_scheme, batch_seeds_of(&run.settings), (const char *const[]){text, ""},
                        arena, &e))
        fail_msg("%s", e.text);
    return b;
}

static void ask(struct prediction_request *q, const char *const *text, int count, struct arena *arena) {
    for (int i = 0; i < count; i++)
        q[i] = (struct prediction_request){example_of(text[i], arena),
                                           arena_alloc(arena, (size_t)run.model.size.classes, sizeof(real))};
}

static real *weights(const char *name) {
    const struct tensor *t = params_find(&run.model.params, name);
    assert_non_null(t);
    return run.model.params.value + t->offset;
}

/* A head of zeros with the biases 0 and ln 3: softmax makes 1 / (1 + 3) and 3 / (1 + 3) of any text. */
TEST(softmax) {
    static const char *const text[] = {"X w1 Y", "Y w1 w2 X"};
    struct arena arena = {0};
    struct prediction_request q[2];
    struct error e = {0};
    int failed;
    open_run(&run, (const char *const[]){"task.name=first", NULL});
    memset(weights("classifier.weight"), 0, (size_t)2 * (size_t)run.settings.model.d_model * sizeof(real));
    weights("classifier.bias")[0] = 0;
    weights("classifier.bias")[1] = (real)log(3);
    ask(q, text, 2, &arena);
    assert_true(predict_many(q, 2, &run, &policy_refuse, &failed, &e));
    for (int i = 0; i < 2; i++) {
        assert_true(fabs((double)q[i].probability[0] - 0.25) < 1e-6);
        assert_true(fabs((double)q[i].probability[1] - 0.75) < 1e-6);
    }
    arena_free(&arena);
    run_free(&run);
}

/* Texts of several lengths, not in their order and some beyond the trained one, have the answers that each has alone.
 */
TEST(alone) {
    static const char *const settings[] = {"task.name=first", "task.words=2..4", "encoding.name=learned",
                                           "learned.std=1", NULL};
    enum { COUNT = 8 };
    static const char *const text[COUNT] = {
        "X w1 w2 Y w3 w4 w5", "X Y", "w5 Y X w1", "X Y w2", "Y X", "X w1 Y", "w1 w2 w3 w4 w5 w6 Y w7 X",
        "w1 X Y w2 w3 w4 w6"};
    struct arena arena = {0};
    struct prediction_request q[COUNT];
    struct error e = {0};
    int failed;
    open_run(&run, settings);
    ask(q, text, COUNT, &arena);
    assert_true(predict_many(q, COUNT, &run, policy_find("interpolate"), &failed, &e));
    for (int i = 0; i < COUNT; i++) {
        struct prediction p;
        assert_true(predict(&p, &run, policy_find("interpolate"), (const char *const[]){text[i], ""}, &arena, &e));
        for (int k = 0; k < 2; k++)
            assert_true(fabs((double)(q[i].probability[k] - p.probability[k])) < 1e-6);
    }
    assert_false(predict_many(q, COUNT, &run, &policy_refuse, &failed, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_int_equal(failed, 0); /* the first of the shortest that are too long */
    arena_free(&arena);
    run_free(&run);
}

GROUP(predicted_rows, NULL, NULL)
