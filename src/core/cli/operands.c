/* operands.c -- what operands name: members, folders of results, the run of a folder or file,
 * also that of --from; see operands.h. */
#include "cli/operands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/say.h"
#include "encoding/encoding.h"
#include "folder/failure.h"
#include "folder/folder_files.h"
#include "folder/folder_kind.h"
#include "folder/run_folder.h"
#include "model/mixer.h"
#include "result/table_lengths.h"
#include "run/start_from.h"
#include "settings/settings_synonyms.h"
#include "study/columns.h"
#include "study/member_list.h"
#include "study/read_results.h"
#include "study/result.h"

#define LIST "compare.members"

/* The members that a word means: one, or `all`. */
static bool read_member(struct member_list *list, const char *word, const struct mixer *usual, struct arena *arena,
                        struct error *e) {
    static const struct assignments nothing;
    struct comparison *c = arena_alloc(arena, 1, sizeof *c);
    char *meant = arena_alloc(arena, SETTING_LIST_MAX, 1);
    if (!comparison_read(c, &nothing, e))
        return false;
    word = settings_synonym_value(LIST, word, meant, SETTING_LIST_MAX);
    bool fits = snprintf(c->members, sizeof c->members, "%s", word) < (int)sizeof c->members;
    return (fits || error_set(e, EXIT_USAGE, "too long")) && member_list_read(list, c, usual, arena, e);
}

/* Whether a word is such; *e says what is wrong with it otherwise. */
static bool is_member(const char *word, struct error *e) {
    struct arena arena = {0};
    struct member_list list;
    bool is = read_member(&list, word, &mixer_attention, &arena, e);
    arena_free(&arena);
    return is;
}

/* A path is a word that names no encoding where it begins. */
static bool refuse(const struct command *c, const char *word, const struct error *why, struct error *e) {
    char shown[TEXT_PRINTABLE], first[SETTING_TEXT_MAX];
    size_t skipped = strncmp(why->text, LIST ": ", sizeof LIST + 1) == 0 ? sizeof LIST + 1 : 0;
    text_printable(shown, word);
    snprintf(first, sizeof first, "%.*s", (int)strcspn(word, "/"), word);
    if (file_exists(word))
        return error_set(e, EXIT_USAGE, "%s: %s is a file; name the folder of a run or comparison", c->name, shown);
    if (strchr(word, '/') && !encoding_find(first) && !mixer_find(first) && strcmp(first, "baseline") != 0)
        return error_set(e, EXIT_USAGE, "%s: there is no folder %s", c->name, shown);
    return error_set(e, EXIT_USAGE, "%s: %.900s", c->name, why->text + skipped);
}

bool operands_are_folders(bool *folders, const struct command *c, const struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE], other[TEXT_PRINTABLE];
    const char *member = NULL, *folder = NULL;
    for (int i = 0; i < a->operands; i++) {
        struct error why = {0};
        const char *word = a->operand[i];
        if (is_member(word, &why))
            member = word;
        else if (file_is_folder(word))
            folder = word;
        else
            return refuse(c, word, &why, e);
    }
    *folders = folder != NULL;
    if (!member || !folder)
        return true;
    bool both = file_is_folder(member);
    text_printable(shown, member);
    return error_set(e, EXIT_USAGE, "%s: %s is a member to train and %s a folder of results; give only one kind%s%s%s",
                     c->name, shown, text_printable(other, folder), both ? " (the folder is ./" : "", both ? shown : "",
                     both ? ")" : "");
}

/* encoding.name of the command line, which says what a run trains, is what a comparison compares. */
static bool take_encoding(struct arguments *a, struct error *e) {
    if (!assignments_from_line(&a->settings, "encoding.name"))
        return true;
    const char *list = arena_text(&a->arena, assignments_value(&a->settings, "encoding.name"));
    assignments_forget(&a->settings, "encoding.name");
    arguments_note(a, "encoding.name is " LIST "=%s", list);
    return assignments_type(&a->settings, LIST, list, e);
}

bool operands_set_members(const struct command *c, struct arguments *a, struct error *e) {
    const char *list = "";
    if (!take_encoding(a, e))
        return false;
    if (a->operands == 0)
        return true;
    if (assignments_from_line(&a->settings, LIST))
        return error_set(e, EXIT_USAGE, "%s: members are named twice, as %s and by " LIST "; leave one out", c->name,
                         a->operand[0]);
    for (int i = 0; i < a->operands; i++) {
        char meant[SETTING_LIST_MAX];
        const char *word = settings_synonym_value(LIST, a->operand[i], meant, sizeof meant);
        if (strcmp(word, a->operand[i]) != 0)
            arguments_note(a, "%s is %s", a->operand[i], word);
        list = arena_format(&a->arena, "%s%s%s", list, *list ? ", " : "", word);
    }
    return assignments_type(&a->settings, LIST, list, e);
}

/* What a model says for itself may not be typed with another value, too. */
static bool check_once(const struct command *c, const struct arguments *a, const struct member_entry *entry,
                       struct error *e) {
    struct member_option o;
    for (int k = 0; (o = member_entry_says(entry, k)).key; k++)
        if (o.value && assignments_from_line(&a->settings, o.key) &&
            strcmp(assignments_value(&a->settings, o.key), o.value) != 0)
            return error_set(e, EXIT_USAGE, "%s: %s has another %s; leave one out", c->name, a->operand[0], o.key);
    return true;
}

bool operands_set_run(const struct command *c, struct arguments *a, struct error *e) {
    const char *word = a->operand[0], *mixer = assignments_value(&a->settings, "model.mixer");
    const struct mixer *usual = mixer_find(mixer ? mixer : mixer_attention.name);
    struct member_list list;
    char meant[SETTING_LIST_MAX];
    struct error why;
    if (!read_member(&list, word, usual ? usual : &mixer_attention, &a->arena, &why))
        return strchr(word, ' ') ? refuse(c, word, &why, e) : config_unknown(c, word, e);
    if (a->operands > 1 || list.entries > 1)
        return error_set(e, EXIT_USAGE, "%s: %s is one model too many; `poslab compare` trains several", c->name,
                         a->operand[a->operands - 1]);
    struct member_entry *entry = list.entry;
    if (!check_once(c, a, entry, e))
        return false;
    word = settings_synonym_value(LIST, word, meant, sizeof meant);
    if (strcmp(word, a->operand[0]) != 0)
        arguments_note(a, "%s is %s", a->operand[0], word);
    entry->where = COMMAND_LINE;
    entry->from = FROM_LINE;
    return member_list_assign(entry, &a->settings, e);
}

bool operands_check_one_folder(const char *command, const struct arguments *a, bool rows, struct error *e) {
    char shown[TEXT_PRINTABLE];
    struct error none;
    for (int i = 1; i < a->operands; i++)
        if (!rows || (file_is_folder(a->operand[i]) && !is_member(a->operand[i], &none)))
            return error_set(e, EXIT_USAGE,
                             "%s takes one folder, and %s is the second; put all models into one comparison: `poslab "
                             "compare MEMBER... --run DIR`",
                             command, text_printable(shown, a->operand[i]));
    return true;
}

bool operands_check_settings(const struct command *c, const struct arguments *a, struct error *e) {
    if (a->config)
        return error_set(e, EXIT_USAGE, "%s: a folder of results is read as it is, so %s does not apply", c->name,
                         a->config);
    for (int i = 0; i < a->settings.count; i++) {
        const char *key = assignments_item(&a->settings, i).key;
        if (!text_lists(COMPARISON_LOOKS, key))
            return error_set(e, EXIT_USAGE,
                             "%s: a folder of results is read as it is, so %s does not apply; compare.pairs and "
                             "compare.gate may be given",
                             c->name, key);
    }
    return true;
}

/* ---- A folder or a checkpoint file */

bool command_check_run(const char *path, struct error *e) {
    char inside[PATH_MAX_LENGTH];
    if (file_exists(path) && !file_is_folder(path))
        return true;
    if (!file_path(inside, path, CHECKPOINT_FILE, e))
        return false;
    return file_exists(inside) || folder_check(path, FOLDERS_OF_A_RUN, "a run", e);
}

/* A run that failed is reported with its checkpoint, or instead of one. */
static bool tell_failure(const char *path, const struct run *r, struct error *e) {
    struct failure f;
    struct error unread = {0};
    if (folder_has(path, EVALUATION_FILE) || !failure_read(&f, path, &unread))
        return r != NULL;
    if (!r)
        return error_set(e, e->code, "%s; its training failed after step %d: %s", e->text, f.step, f.text);
    command_warn("%s failed after step %d: %s; this is its model of step %d", path, f.step, f.text, r->step);
    return true;
}

/* With the lengths and policies that a run's folder has by now; its checkpoint has those of its training. */
static const struct assignments *add_grown(const struct assignments *a, const char *folder, struct arena *arena) {
    static const char *const lists[] = {"eval.lengths", "eval.policies"};
    struct assignments *all = arena_alloc(arena, 1, sizeof *all), *there = arena_alloc(arena, 1, sizeof *there);
    struct error e;
    assignments_copy(all, a);
    bool known = folder_config(there, folder, &e); /* a model can be looked at without it */
    for (size_t i = 0; known && i < sizeof lists / sizeof *lists; i++)
        if (!assignments_value(a, lists[i]) && assignments_value(there, lists[i]))
            assignments_set(all, lists[i], assignments_value(there, lists[i]), assignments_where(there, lists[i]), &e);
    return all;
}

static bool open_any(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    struct error warning = {0};
    const char *end = strrchr(path, '.');
    if (!command_check_run(path, e))
        return false;
    if (!file_may_be_folder(path)) {
        if (checkpoint_read(r, path, a, NULL, e))
            return true;
        if (e->code != EXIT_DATA || (end && strcmp(end, ".safetensors") == 0))
            return false;
        warning = *e; /* a file that is not called a checkpoint may have been meant for something else */
        return error_set(e, warning.code, "%s; name the folder of a run, or its " CHECKPOINT_FILE, warning.text);
    }
    struct arena arena = {0};
    bool ok = checkpoint_read_folder(r, path, add_grown(a, path, &arena), NULL, &warning, e);
    arena_free(&arena);
    if (ok && warning.text[0])
        command_warn("%s", warning.text);
    return tell_failure(path, ok ? r : NULL, e);
}

bool command_open_run(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    if (!open_any(r, path, a, e))
        return false;
    if (run_check_layer(r, path, "positions, tables or layer to show; `poslab eval` and `poslab predict` read it", e))
        return true;
    run_free(r);
    return false;
}

struct run *command_read_run(const struct command *c, struct arguments *a, struct error *e) {
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    if (!a->operand[0])
        error_set(e, EXIT_USAGE, "%s needs a run folder or a checkpoint file; see `poslab help %s`", c->name, c->name);
    else if ((c->baselines ? open_any : command_open_run)(r, a->operand[0], &a->settings, e))
        a->loaded = r;
    return a->loaded;
}

/* ---- A comparison in place of a run: the first seed of its best row answers */

/* At the length that a comparison tests; of equal ones the best in range, then the first. NULL: none has a number. */
static const struct compare_row *best_row(const struct comparison_result *c) {
    const struct compare_row *best = NULL;
    int at = length_tested(c);
    for (const struct compare_row *r = c->row; r < c->row + c->rows; r++) {
        const struct summary *now = r->of[METRIC_ACCURACY], *before = best ? best->of[METRIC_ACCURACY] : now;
        double difference = now[at].mean - before[at].mean;
        if (!isnan(now[at].mean) && r->applies &&
            (!best || difference > 0 || (!(difference < 0) && now[IN_RANGE].mean > before[IN_RANGE].mean)))
            best = r;
    }
    return best;
}

/* Its model in place of the comparison, under its policy unless one is named. */
static bool take(struct arguments *a, const struct comparison_result *c, const struct compare_row *best,
                 struct error *e) {
    char *folder = arena_alloc(&a->arena, PATH_MAX_LENGTH, 1);
    int at = length_tested(c);
    const char *where = fill_words(c->words[at], &a->arena);
    bool asked = best->first->settings->baseline || assignments_value(&a->settings, "eval.policies");
    if (!member_folder(folder, c, best->first, e) ||
        (!asked && !assignments_set(&a->settings, "eval.policies", best->policy->name, a->operand[0], e)))
        return false;
    a->operand[0] = folder;
    command_tell("%s, seed %d, answers: the best row of %s, %.1f %% at %s words (%s)", best->name, best->first->seed,
                 c->folder, 100 * best->of[METRIC_ACCURACY][at].mean, where, folder);
    return true;
}

bool command_take_best(struct arguments *a, struct error *e) {
    if (!a->operand[0] || !file_is_folder(a->operand[0]) || folder_look(a->operand[0]).kind != FOLDER_COMPARISON)
        return true;
    struct result *f = arena_alloc(&a->arena, 1, sizeof *f);
    if (!result_read(f, a->operand[0], e))
        return false;
    const struct compare_row *best = best_row(&f->result);
    bool ok = best ? take(a, &f->result, best, e)
                   : error_set(e, EXIT_USAGE, "%s has no row with a number; name one of its runs", a->operand[0]);
    result_free(f);
    return ok;
}

/* ---- --from RUN: a new run, or a comparison, has the settings of another run unless they are given, and begins with
 * its weights */

/* What is of the other run alone: what it began with itself, and a warmup that follows from its steps. */
static bool is_own(const struct run *r, const char *key, bool comparison) {
    return text_lists("train.from train.from_xxh3 embedding.token embedding.position encoding.original_max_position",
                      key) ||
           (comparison && text_lists("encoding.name train.seed", key)) ||
           (strcmp(key, "train.warmup") == 0 && training_warmup_is_usual(&r->settings.train));
}

static bool set_missing(struct assignments *a, struct assignment item, struct error *e) {
    return assignments_value(a, item.key) || assignments_put(a, item, e);
}

/* The settings that are not given are those of the run, as if `path` were its config file. A policy maps positions of
 * the new training into its original ones; members of a comparison have its encoding, unless others are named. */
static bool fill(struct assignments *a, const struct run *r, const char *path, bool comparison, struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    struct arena arena = {0};
    struct assignments *there = arena_alloc(&arena, 1, sizeof *there);
    char text[SETTINGS_TEXT], positions[32];
    settings_write(&r->settings, text, RUN_SECTIONS);
    snprintf(positions, sizeof positions, "%d", b->fixed ? b->origin.positions : b->size.trained);
    bool ok = assignments_read_text(there, text, strlen(text), path, e);
    for (int i = 0; i < there->count && ok; i++) {
        struct assignment item = assignments_item(there, i);
        ok = is_own(r, item.key, comparison) || set_missing(a, item, e);
    }
    arena_free(&arena);
    return ok &&
           set_missing(a, (struct assignment){"encoding.original_max_position", positions, path, FROM_PROGRAM}, e) &&
           (!comparison || set_missing(a, (struct assignment){LIST, r->settings.encoding_name, path, FROM_PROGRAM}, e));
}

bool command_begin_from(struct arguments *a, bool comparison, struct error *e) {
    static const struct assignments nothing;
    const char *seed = assignments_value(&a->settings, "train.seed");
    struct settings s = {.train.seed = 1};
    struct run r = {0};
    char path[PATH_MAX_LENGTH];
    if (!a->from)
        return true;
    if (a->config || assignments_value(&a->settings, "train.from"))
        return error_set(e, EXIT_USAGE, "--from takes all settings from %s: %s", a->from,
                         a->config
                             ? "give those of the config file as key=value, or use train.from=RUN instead of --from"
                             : "leave train.from out");
    if (!assignments_put(&a->settings, (struct assignment){"train.from", a->from, "--from", FROM_LINE}, e))
        return false;
    if (a->resume && a->run && !run_folder_is_new(a->run))
        return true; /* it is found there, and has all settings itself */
    snprintf(s.start.from, sizeof s.start.from, "%s", a->from);
    if (seed && !text_integer(seed, &s.train.seed))
        return error_set(e, EXIT_USAGE, "train.seed: '%.40s' is not a whole number", seed);
    if (!start_from_path(path, &s, e) || !checkpoint_read(&r, path, &nothing, NULL, e))
        return false;
    bool ok = run_check_layer(&r, arena_format(&a->arena, "--from %s: it", a->from), "model weights", e) &&
              fill(&a->settings, &r, path, comparison, e);
    run_free(&r);
    return ok;
}
