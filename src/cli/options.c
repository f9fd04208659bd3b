/* options.c -- the options that commands take; see options.h. */
#include "cli/options.h"

#include <string.h>

#include "base/text.h"

#define AT(field) offsetof(struct arguments, field)

const struct command_option command_options[] = {
    {"run", "DIR", "the folder of the run or comparison", AT(run)},
    {"resume", NULL, "continue the run in --run DIR, or start it there", AT(resume)},
    {"from", "RUN", "start with the weights and settings of this run", AT(from)},
    {"table", "NAME", "token, segment or position (default: token)", AT(table)},
    {"to", "FILE", "the file to write", AT(to)},
    {"out", "DIR", "folder for the files (default: that of the run or model)", AT(out)},
    {"watch", NULL, "refresh every few seconds until all have finished or failed", AT(watch)},
    {"diff", NULL, "show how two runs or comparisons differ", AT(diff)},
    {"json", NULL, "print one JSON document and nothing else", AT(json)},
    {"csv", NULL, "print CSV, one observation per line", AT(csv)},
    {"seeds", "N", "training seeds of every model: 1..N (default: 5)", AT(seeds)},
    {"part", "K/N", "train only part K of N; run without it to merge them", AT(part)},
    {"jobs", "N", "models trained at the same time (default: processors)", AT(jobs)},
    {"dry-run", NULL, "list models, time and disk; train and write nothing", AT(dry_run)},
    {"retry-failed", NULL, "retry models that failed earlier", AT(retry_failed)},
    {"engine", "NAME", "slurm, or parallel (GNU parallel)", AT(engine)},
    {"parts", "N", "number of parts to train the models in, 1..10000", AT(script_parts)},
    {"time", "TIME", "slurm: time limit of a part, as for sbatch; above 2 minutes", AT(time)},
    {"threads", "N", "threads; no effect on results (default: 1, eval: all)", AT(threads)},
    {"count", "N", "how many examples (default: 3)", AT(count)},
    {"quote-formulas", NULL, "csv, tsv: put ' before cells a spreadsheet would run", AT(quote_formulas)},
    {"top", "N", "how many of the most likely answers", AT(top)},
    {"view", "NAME", "one of the views below", AT(view)},
    {"positions", "N", "how many positions are shown", AT(positions)},
    {"offset", "N", "offset K of the view shift (default: 5)", AT(offset)},
    {"head", "N", "only this head", AT(head)},
    {"width", "N", "columns to draw in (default: the terminal's, or 80)", AT(width)},
    {"full", NULL, "test and print differences at all lengths", AT(full)},
    {"wide", NULL, "show every length, however wide the table", AT(wide)},
    {"colour", "WHEN", "auto, always or never (default: auto)", AT(colour)},
    {"size", "WxH", "size in pixels, as in 800x600 (default: as needed)", AT(size)},
    {"title", "TEXT", "the title (default: what is shown)", AT(title)},
    {"metric", "NAME", "which metric (default: accuracy)", AT(metric)},
    {"over", "KEY", "the setting on the x axis (default: the only one that differs)", AT(over)},
    {"at", "LENGTH", "2x, a number of words, or in_range (default: the longest)", AT(at)},
    {"all", NULL, "also all rules, and the form of --json", AT(all)},
    {"length", "N", "words in an example (default: drawn as in training)", AT(length)},
    {0},
};

const struct command_option command_table_options[] = {
    {"width", "N", "fit the table into N columns (default: the terminal's, or 80)", offsetof(struct arguments, width)},
    {"metric", "NAME", "metrics, separated by commas, or all (default: accuracy)", offsetof(struct arguments, metric)},
    {"full", NULL, "all rows, differences (at all lengths) and seeds", offsetof(struct arguments, full)},
    {"to", "FILE", "also write the table: FILE.md, .tex, .csv or .json", offsetof(struct arguments, to)},
    {0},
};

bool command_takes(const char *options, const char *name) {
    char item[32];
    while (options && text_item(&options, item, sizeof item))
        if (strcmp(item, name) == 0)
            return true;
    return false;
}

struct command_option command_option_of(const struct command *c, const struct command_option *o) {
    for (const struct command_option *own = c->wording; own && own->name; own++)
        if (strcmp(own->name, o->name) == 0)
            return *own;
    return *o;
}

static bool is_given(const struct arguments *a, const struct command_option *o) {
    const void *at = (const char *)a + o->at;
    if (!o->value)
        return *(const bool *)at;
    bool number = strcmp(o->value, "N") == 0 || strcmp(o->value, "K/N") == 0;
    return number ? *(const int *)at != 0 : *(const char *const *)at != NULL;
}

bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e) {
    for (const struct command_option *o = command_options; o->name; o++)
        if (is_given(a, o) && !command_takes(options, o->name))
            return error_set(e, EXIT_USAGE, "%s has no option --%s", what, o->name);
    return true;
}
