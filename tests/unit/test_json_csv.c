/* test_json_csv.c -- lists within a document as CSV, against rows written by hand; and that a command with CSV has
 * JSON, too. */
#include <stdlib.h>

#include "base/memory.h"
#include "cli/arguments.h"
#include "command/command.h"
#include "format/json_csv.h"
#include "unit/tests.h"

static void expect(const char *document, const struct json_csv *how, const char *expected) {
    struct memory_stream m;
    json_t *json = json_loads(document, 0, NULL);
    assert_non_null(json);
    memory_stream_open(&m);
    if (how)
        json_csv(m.f, json, how);
    else
        json_csv_numbers(m.f, json);
    fclose(m.f);
    assert_string_equal(m.bytes, expected);
    free(m.bytes);
    json_decref(json);
}

static void lists_in_lists(void **state) {
    const struct json_csv how = {"table word rank near cosine", {{"words near", "0.table 1.word 2# 2.word 2.cosine"}}};
    expect("{\"table\": \"a,b\", \"words\": [{\"word\": \"x\\\"\", \"near\": [{\"word\": \"y\", \"cosine\": 0.25}, "
           "{\"word\": \"z\", \"cosine\": 1}]}, {\"word\": \"alone\", \"near\": []}, {\"word\": \"none\"}]}",
           &how,
           "table,word,rank,near,cosine\n"
           "\"a,b\",\"x\"\"\",0,y,0.25\n"
           "\"a,b\",\"x\"\"\",1,z,1\n");
}

static void matrices_and_lists_beside_them(void **state) {
    const struct json_csv how = {"what row word column value kind",
                                 {{"m *", "'m 1# 0.words@1 2# 2 0.label@2.name"}, {"scalar", "'scalar - - - 1 -"}}};
    expect("{\"m\": [[1, 2.5], [null, true]], \"words\": [\"a\", \"b\"], \"label\": [{\"name\": \"p\"}, {\"name\": "
           "\"q\"}], \"scalar\": -3}",
           &how,
           "what,row,word,column,value,kind\n"
           "m,0,a,0,1,p\n"
           "m,0,a,1,2.5,q\n"
           "m,1,b,0,,p\n"
           "m,1,b,1,1,q\n"
           "scalar,,,,-3,\n");
}

static void objects_by_their_keys(void **state) {
    const struct json_csv how = {"figure curve x y", {{"* curves points", "1# 2.name 3.0 3.1"}}};
    expect("{\"tables\": [{\"points\": [8]}], \"norms\": {\"curves\": [{\"name\": \"c\", \"points\": [[0, 0.5], [1, "
           "2]]}]}, \"empty\": "
           "{\"curves\": {}}}",
           &how,
           "figure,curve,x,y\n"
           "norms,c,0,0.5\n"
           "norms,c,1,2\n");
}

static void the_document_itself(void **state) {
    const struct json_csv one = {"a b gone", {{"", "0.a 0.b 0.gone"}}}, several = {"n", {{"*", "1.n"}}};
    expect("{\"a\": 0.123456789012, \"b\": \"y z\"}", &one, "a,b,gone\n0.123456789,y z,\n");
    expect("[{\"n\": 1}, {\"n\": 2}]", &several, "n\n1\n2\n");
    expect("[]", &several, "n\n");
}

static void every_number(void **state) {
    expect(
        "{\"encoding\": \"rope\", \"trained\": 17, \"pair\": {\"error\": 0.5, \"turn\": [[1, 2], [3, 4]]}, \"waves\": "
        "[6.25, null], \"moved\": [true, false]}",
        NULL,
        "encoding,quantity,i,j,value\n"
        "rope,trained,,,17\n"
        "rope,pair.error,,,0.5\n"
        "rope,pair.turn,0,0,1\n"
        "rope,pair.turn,0,1,2\n"
        "rope,pair.turn,1,0,3\n"
        "rope,pair.turn,1,1,4\n"
        "rope,waves,0,,6.25\n"
        "rope,moved,0,,1\n"
        "rope,moved,1,,0\n");
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

int test_json_csv(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_in_lists),        cmocka_unit_test(matrices_and_lists_beside_them),
        cmocka_unit_test(objects_by_their_keys), cmocka_unit_test(the_document_itself),
        cmocka_unit_test(every_number),          cmocka_unit_test(whoever_has_csv_has_json),
        cmocka_unit_test(one_form_at_once),
    };
    return cmocka_run_group_tests_name("json_csv", tests, NULL, NULL);
}
