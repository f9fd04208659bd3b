/* options.c -- the options that commands take; see command.h. */
#include <string.h>

#include "base/text.h"
#include "command/command.h"

#define AT(field) offsetof(struct arguments, field)

const struct command_option command_options[] = {
    {"run", "DIR", "the folder of the run or comparison", AT(run)},
    {"resume", NULL, "go on with the run in --run DIR, or start it there", AT(resume)},
    {"table", "NAME", "the table of the embedding: token, segment or position (default: token)", AT(table)},
    {"to", "FILE", "the file to write", AT(to)},
    {"out", "DIR", "the folder the files go to (default: that of the run or checkpoint)", AT(out)},
    {"watch", NULL, "look again every 2 seconds until nothing can go on", AT(watch)},
    {"diff", NULL, "tell in what two runs or comparisons differ", AT(diff)},
    {"json", NULL, "print one JSON document and nothing else", AT(json)},
    {"csv", NULL, "print the table as CSV, one number a line, and nothing else", AT(csv)},
    {"tsv", NULL, "print the examples as rows that predict and the task tsv read", AT(tsv)},
    {"seeds", "N", "training seeds of every model: 1..N (default: 5)", AT(seeds)},
    {"part", "K/N", "train part K of N alone, and print one line; the call without it merges", AT(part)},
    {"jobs", "N", "members that run at the same time (default: the processors)", AT(jobs)},
    {"dry-run", NULL, "list the members and estimate time and disk; nothing is trained or written", AT(dry_run)},
    {"retry-failed", NULL, "train members again that failed in an earlier call", AT(retry_failed)},
    {"engine", "NAME", "slurm, parallel (GNU parallel) or make", AT(engine)},
    {"parts", "N", "in how many parts the models are trained, 1..10000", AT(script_parts)},
    {"time", "TIME", "slurm: the limit of each part, as sbatch reads it; more than 2 minutes", AT(time)},
    {"threads", "N", "threads inside one run; results do not depend on it (default: 1, in `eval` one a processor)",
     AT(threads)},
    {"count", "N", "how many examples (default: 3)", AT(count)},
    {"top", "N", "how many of the likeliest answers", AT(top)},
    {"view", "NAME", "of an encoding: matrix, waves, similarity, shift or nearest (default: matrix)", AT(view)},
    {"positions", "N", "how many positions are shown", AT(positions)},
    {"offset", "N", "positions by which the view shift moves (default: 5)", AT(offset)},
    {"head", "N", "this head alone", AT(head)},
    {"width", "N", "columns to draw in (default: those of the terminal, or 80)", AT(width)},
    {"wide", NULL, "show every length, however long the lines become", AT(wide)},
    {"colour", "WHEN", "auto, always or never (default: auto, on a terminal without NO_COLOR)", AT(colour)},
    {"size", "WxH", "width and height in pixels, as in 800x600 (default: as the picture needs)", AT(size)},
    {"title", "TEXT", "the title (default: what is shown)", AT(title)},
    {"metric", "NAME", "which metric of the evaluation (default: accuracy)", AT(metric)},
    {"over", "KEY", "the setting along x (default: the only one that members differ in)", AT(over)},
    {"at", "LENGTH", "words, times the longest of training (4x), or in_range (default: the longest)", AT(at)},
    {"length", "N", "words in an example (default: drawn as in training)", AT(length)},
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
            return error_set(e, EXIT_USAGE, "%s takes no --%s", what, o->name);
    return true;
}
