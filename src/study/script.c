/* script.c -- see script.h. The forms were tried on Slurm 22.05 and GNU parallel 20221122; what is odd in them
 * has its reason:
 * - no `exec srun`: where a site has not set RequeueExit=75, bash must come back to requeue the task;
 * - the task is requeued as ARRAY_TASK: the plain number of one task is that of the whole array;
 * - the signal goes to the steps alone (no `B:`), since bash would die of it;
 * - GNU parallel kills within half a second unless --termseq says otherwise, and a checkpoint takes longer. */
#include "study/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"

/* The call that all engines make, for a shell: "PROGRAM compare CONFIG key=value --run DIR". */
static const char *call(const struct script *s, struct arena *arena) {
    const char *out = arena_format(arena, "%s compare", text_quote(s->program, arena));
    if (s->config)
        out = arena_format(arena, "%s %s", out, text_quote(s->config, arena));
    for (const char *const *setting = s->setting; *setting; setting++)
        out = arena_format(arena, "%s %s", out, text_quote(*setting, arena));
    return arena_format(arena, "%s --run %s", out, text_quote(s->folder, arena));
}

/* What is printed for its reader: a note, and how to ask for the progress. */
static const char *note(const struct script *s, struct arena *arena) {
    return s->note ? arena_format(arena, "# %s\n", s->note) : "";
}

static const char *status(const struct script *s, struct arena *arena) {
    return arena_format(arena, "%s status %s", text_quote(s->program, arena), text_quote(s->folder, arena));
}

/* ---- Engines */

/* The last name of the folder, fit for the name of a job and a file. */
static const char *job_name(const struct script *s, struct arena *arena) {
    char *name = path_trim(arena_text(arena, s->folder));
    char *last = strrchr(name, '/');
    name = last && last[1] ? last + 1 : "poslab";
    for (char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-", *at))
            *at = '_';
    return name;
}

static void print_slurm(FILE *out, const struct script *s, struct arena *arena) {
    const char *name = job_name(s, arena);
    fprintf(out,
            "#!/bin/bash\n"
            "# %d models in %d parts; submit all of it:  sbatch FILE\n"
            "# Submit it again at any time, also with another --array=1-N: finished models are not trained again.\n"
            "%s#SBATCH --job-name=%s\n"
            "#SBATCH --array=1-%d\n"
            "#SBATCH --ntasks=1\n"
            "#SBATCH --cpus-per-task=1\n"
            "# Enough for models of some ten million weights:\n"
            "#SBATCH --mem=1G\n"
            "%sSBATCH --time=%s\n"
            "#SBATCH --signal=USR1@120\n"
            "#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n"
            "#SBATCH --output=%s-%%a.log\n"
            "#SBATCH --chdir=\"%s\"\n"
            "\n",
            s->models, s->parts, note(s, arena), name, s->parts,
            s->time ? "#"
                    : "# Minutes, 3 or more; without a limit the partition's applies:\n"
                      "##",
            s->time ? s->time : "60", name, s->here);
    fprintf(out,
            "srun --ntasks=1 %s --jobs 1 --part \"$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT\"\n"
            "code=$?\n"
            "# 75: stopped with a checkpoint, or a model is in use elsewhere\n"
            "[ $code -ne 75 ] || scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
            "exit $code\n"
            "\n"
            "# Progress:  %s\n"
            "# The table, once all are finished:  %s\n",
            call(s, arena), status(s, arena), call(s, arena));
}

static void print_parallel(FILE *out, const struct script *s, struct arena *arena) {
    const char *part = arena_format(arena, "%s --jobs 1 --part {}/%d", call(s, arena), s->parts);
    fprintf(
        out,
        "#!/bin/sh\n"
        "# %d models in %d parts, as many at once as there are processors:  sh FILE   (eight at once: JOBS=8 sh FILE)\n"
        "# Run it again after an interruption: finished models are not trained again. It ends with the table.\n"
        "# Progress:  %s\n"
        "%scd %s || exit\n"
        "parallel --jobs \"${JOBS:-100%%}\" --termseq TERM,60000,KILL,25 \\\n"
        "    %s ::: $(seq %d) &&\n"
        "    exec %s\n",
        s->models, s->parts, status(s, arena), note(s, arena), text_quote(s->here, arena), text_quote(part, arena),
        s->parts, call(s, arena));
}

const struct script_engine script_engines[] = {
    {"slurm", true, "\"\\%", "", print_slurm},
    {"parallel", false, "", "{", print_parallel},
    {0},
};

const struct script_engine *script_engine_find(const char *name) {
    const struct script_engine *engine = script_engines;
    while (engine->name && strcmp(engine->name, name) != 0)
        engine++;
    return engine->name ? engine : NULL;
}

/* ---- What can stand in them */

static bool fits(const char *word, const char *refused, const struct script_engine *engine, struct error *e) {
    char shown[TEXT_PRINTABLE];
    for (const char *at = word; *at; at++) {
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return error_set(e, EXIT_USAGE, "'%s' has a line end or control character, which no script can have",
                             text_printable(shown, word));
        if (strchr(refused, *at))
            return error_set(e, EXIT_USAGE, "'%s': %s would read the %c as its own; use another engine or another name",
                             text_printable(shown, word), engine->name, *at);
    }
    return true;
}

bool script_print(FILE *out, const struct script_engine *engine, const struct script *s, struct error *e) {
    const char *words[] = {s->program, s->folder, s->config ? s->config : ""};
    struct arena arena = {0};
    bool ok = fits(s->here, engine->refused_in_options, engine, e);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ok = ok && fits(words[i], engine->refused_in_calls, engine, e);
    for (const char *const *setting = s->setting; *setting; setting++)
        ok = ok && fits(*setting, engine->refused_in_calls, engine, e);
    if (ok)
        engine->print(out, s, &arena);
    arena_free(&arena);
    return ok;
}

/* ---- A limit */

/* One to three numbers with colons between them; 0: anything else. */
static int read_fields(const char *text, long field[3]) {
    for (int count = 0; count < 3;) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 6)
            return 0;
        field[count++] = strtol(text, NULL, 10);
        if (text[digits] == 0)
            return count;
        if (text[digits] != ':')
            return 0;
        text += digits + 1;
    }
    return 0;
}

long script_seconds(const char *time) {
    long days[3] = {0}, f[3] = {0};
    char before[8];
    size_t dash = strcspn(time, "-");
    if (time[dash] && (dash >= sizeof before || read_fields(strncat(strcpy(before, ""), time, dash), days) != 1))
        return -1;
    int count = read_fields(time[dash] ? time + dash + 1 : time, f);
    if (count == 0 || (count > 1 && f[1] > 59) || f[2] > 59)
        return -1;
    if (time[dash])
        return f[0] > 23 ? -1 : ((days[0] * 24 + f[0]) * 60 + f[1]) * 60 + f[2];
    return count == 3 ? (f[0] * 60 + f[1]) * 60 + f[2] : f[0] * 60 + f[1];
}
