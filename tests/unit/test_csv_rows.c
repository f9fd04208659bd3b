/* test_csv_rows.c -- rows of CSV, lists of a document and its numbers, against rows written by hand; and that a command
 * with CSV has JSON, too. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/arguments.h"
#include "command/command.h"
#include "format/csv.h"
#include "format/json.h"
#include "format/json_put.h"
#include "unit/tests.h"

static void rows(void **state) {
    struct memory_stream m;
    memory_stream_open(&m);
    csv_put(m.f, "word rank near");
    csv_put(m.f, "s i f", "a,b", -3, 0.123456789012);
    csv_put(m.f, "s - f", "x\"\n", (double)NAN);
    csv_put(NULL, "s", "nothing");
    fclose(m.f);
    assert_string_equal(m.bytes, "word,rank,near\n\"a,b\",-3,0.123456789\n\"x\"\"\\x0a\",,\n");
    free(m.bytes);
}

static void expect(const char *document, const char *list, const char *columns, const char *expected) {
    struct memory_stream m;
    json_t *json = json_loads(document, 0, NULL);
    assert_non_null(json);
    memory_stream_open(&m);
    json_csv(m.f, json, list, columns);
    fclose(m.f);
    assert_string_equal(m.bytes, expected);
    free(m.bytes);
    json_decref(json);
}

static void lists_of_documents(void **state) {
    const char document[] = "{\"n\": \"outer\", \"table\": \"a,b\", \"near\": [{\"n\": 2147483648, \"yes\": true}, "
                            "{\"n\": 0.123456789012, \"yes\": false}, {\"n\": null}, {}]}";
    char several[512];
    expect(document, "near", "table n yes",
           "table,n,yes\n\"a,b\",2147483648,1\n\"a,b\",0.123456789,0\n\"a,b\",,\n\"a,b\",outer,\n");
    expect(document, NULL, "n gone", "n,gone\nouter,\n");
    snprintf(several, sizeof several, "[{\"near\": []}, %s]", document);
    expect(several, "near", "table", "table\n\"a,b\"\n\"a,b\"\n\"a,b\"\n\"a,b\"\n");
    expect("[]", "near", "n", "n\n");
}

static void every_number(void **state) {
    struct json_writer w;
    json_open_csv(&w);
    json_put(&w, "{ encoding s trained i pair { error f turn [ F", "a,b", 17, 0.5, (const double[]){1, 2}, 2);
    json_put(&w, "I ] } waves F moved [ b b ] none f none F view s }", (const int[]){3, 2147483647}, 2,
             (const double[]){6.25, (double)NAN, 123456789012.0}, 3, true, false, (double)INFINITY, NULL, 0, "later");
    char *got = json_close(&w);
    assert_string_equal(got, "encoding,view,quantity,i,j,value\n"
                             "\"a,b\",later,trained,,,17\n"
                             "\"a,b\",later,pair.error,,,0.5\n"
                             "\"a,b\",later,pair.turn,0,0,1\n"
                             "\"a,b\",later,pair.turn,0,1,2\n"
                             "\"a,b\",later,pair.turn,1,0,3\n"
                             "\"a,b\",later,pair.turn,1,1,2147483647\n"
                             "\"a,b\",later,waves,0,,6.25\n"
                             "\"a,b\",later,waves,2,,1.23456789e+11\n"
                             "\"a,b\",later,moved,0,,1\n"
                             "\"a,b\",later,moved,1,,0\n");
    free(got);
}

static void whoever_has_csv_has_json(void **state) {
    int found = 0;
    for (const struct command *const *c = commands; *c; c++) {
        bool csv = command_takes((*c)->options, "csv");
        if (csv && !command_takes((*c)->options, "json"))
            fail_msg("poslab %s takes --csv and no --json", (*c)->name);
        found += csv;
    }
    assert_true(found > 2);
}

static void one_form_at_once(void **state) {
    static struct arguments a;
    struct error e = {0};
    for (const struct command *const *c = commands; *c; c++) {
        char *both[] = {"--csv", "--json"}, *one[] = {"--csv"};
        if (!command_takes((*c)->options, "csv"))
            continue;
        assert_false(arguments_read(&a, *c, 2, both, &e));
        assert_int_equal(e.code, EXIT_USAGE);
        assert_string_equal(e.text, "--json and --csv: only one of them can be printed");
        assert_true(arguments_read(&a, *c, 1, one, &e));
        assert_true(a.csv && !a.json);
    }
}

int test_csv_rows(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(lists_of_documents),
        cmocka_unit_test(every_number),
        cmocka_unit_test(whoever_has_csv_has_json),
        cmocka_unit_test(one_form_at_once),
    };
    return cmocka_run_group_tests_name("csv_rows", tests, NULL, NULL);
}
