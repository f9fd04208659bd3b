/* test_csv_rows.c -- fields of CSV, written by hand; and that a command with CSV has JSON, too. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "command/command.h"
#include "unit/refused.h"
#include "unit/tests.h"

TEST(fields) {
    static const char *const field[] = {"plain", "a,b", "x\"\n", "", NULL};
    struct memory_stream m;
    memory_stream_open(&m);
    for (int i = 0; field[i]; i++) {
        text_csv(m.f, field[i]);
        fputc('|', m.f);
    }
    fclose(m.f);
    assert_string_equal(m.bytes, "plain|\"a,b\"|\"x\"\"\\x0a\"||");
    free(m.bytes);
}

TEST(whoever_has_csv_has_json) {
    int found = 0;
    for (const struct command *const *c = commands; *c; c++) {
        bool csv = command_takes((*c)->options, "csv");
        if (csv && !command_takes((*c)->options, "json"))
            fail_msg("poslab %s takes --csv and no --json", (*c)->name);
        found += csv;
    }
    assert_true(found >= 2);
}

TEST(one_form_at_once) {
    static struct arguments a;
    struct error e = {0};
    for (const struct command *const *c = commands; *c; c++) {
        char *both[] = {"--csv", "--json"}, *one[] = {"--csv"};
        if (!command_takes((*c)->options, "csv"))
            continue;
        assert_refused((*c)->name, arguments_read(&a, *c, 2, both, &e), &e, EXIT_USAGE, "--json and --csv: ");
        assert_true(arguments_read(&a, *c, 1, one, &e));
        assert_true(a.csv && !a.json);
    }
}

GROUP(csv_rows, NULL, NULL)
