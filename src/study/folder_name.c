/* folder_name.c -- see folder_name.h. */
#include "study/folder_name.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "study/folder_kind.h"

enum { NUMBER_MOST = 10000, NUMBER_ROOM = 3, LONGEST = 100 };

/* ---- Names */

void folder_name_add(char name[PATH_MAX_LENGTH], const char *word) {
    char plain[2 * SETTING_TEXT_MAX] = "-";
    size_t used = 1;
    for (; *word && used + 1 < sizeof plain; word++) {
        bool fine = isalnum((unsigned char)*word) || strchr("._", *word);
        if (fine || plain[used - 1] != '-')
            plain[used++] = fine ? *word : '-';
    }
    while (used > 0 && plain[used - 1] == '-')
        used--;
    plain[used] = 0;
    if (strlen(name) + used + NUMBER_ROOM <= FOLDER_NAME)
        text_append(name, PATH_MAX_LENGTH, "%s", plain);
}

/* Of a range from a number to itself that number. */
static int length_of(const char *value) {
    const char *dots = strstr(value, "..");
    int first = dots ? (int)(dots - value) : 0;
    return dots && strncmp(value, dots + 2, (size_t)first) == 0 && !dots[2 + first] ? first : SETTING_TEXT_MAX;
}

/* A name, and whether both configurations have the usual warm-up of their steps, which nobody set. */
struct naming {
    char *name;
    bool usual_warmup;
};

static void add_setting(void *user, const char *key, const char *there, const char *here) {
    static const char others[] = "compare.encodings compare.members compare.gate compare.pairs train.keep";
    const struct naming *n = user;
    char word[2 * SETTING_TEXT_MAX];
    (void)there;
    if (!here || strstr(others, key) || (n->usual_warmup && strcmp(key, "train.warmup") == 0))
        return;
    here = path_last(here);
    snprintf(word, sizeof word, "%s %.*s", strchr(key, '.') + 1, length_of(here), here);
    folder_name_add(n->name, word);
}

static bool has_usual_warmup(const struct assignments *a) {
    static const char *const keys[] = {"train.warmup", "train.steps", "train.epochs"};
    struct settings s = {0};
    struct error e;
    for (int k = 0; k < 3; k++) {
        const struct setting *o = setting_find(settings_table, keys[k]);
        const char *value = assignments_value(a, keys[k]);
        if (!setting_read(o, &s, value ? value : o->standard, &e))
            return false;
    }
    return !assignments_value(a, "train.warmup") || training_warmup_is_usual(&s.train);
}

void folder_name_settings(char name[PATH_MAX_LENGTH], const struct assignments *there, const struct assignments *here) {
    const char *task = assignments_value(here, "task.name"), *other = assignments_value(there, "task.name");
    if (task && (!other || strcmp(task, other) != 0))
        folder_name_add(name, task);
    else
        settings_each_difference(there, here, add_setting,
                                 &(struct naming){name, has_usual_warmup(there) && has_usual_warmup(here)});
}

/* ---- Folders that are there */

/* compare-2 before compare-10. */
static int by_length(const struct dirent **a, const struct dirent **b) {
    size_t x = strlen((*a)->d_name), y = strlen((*b)->d_name);
    return x != y ? (x > y) - (x < y) : strcmp((*a)->d_name, (*b)->d_name);
}

/* The first of USUAL-... that holds just this, else the first that fits; false: there is none. */
static bool find(char folder[PATH_MAX_LENGTH], const struct folder_naming *n) {
    char above[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    const char *usual = strrchr(n->usual, '/') + 1;
    struct dirent **all = NULL;
    struct error e;
    enum folder_fits best = FITS_NOT, fits;
    folder_above(above, n->usual);
    int count = scandir(above, &all, NULL, by_length);
    if (count < 0)
        return memory_check(), false;
    for (int i = 0; i < count; i++) {
        const char *name = all[i]->d_name;
        if (best != FITS && strncmp(name, usual, strlen(usual)) == 0 && name[strlen(usual)] == '-' &&
            file_path(path, above, name, &e) && (FOLDERS_OF_MANY >> folder_look(path).kind & 1) &&
            (fits = n->fits(n->user, path, &e)) > best) {
            best = fits;
            memcpy(folder, path, sizeof path);
        }
        free(all[i]);
    }
    free(all);
    return best != FITS_NOT;
}

/* ---- A new one */

/* `folder`, which is taken, gets a longer name; where that would be too long the usual one does, again with what
 * distinguishes it from that folder. False: neither. */
static bool lengthen(char folder[PATH_MAX_LENGTH], const struct folder_naming *n) {
    const char *begin[] = {path_last(folder), path_last(n->usual)};
    char above[PATH_MAX_LENGTH], name[PATH_MAX_LENGTH];
    struct error e;
    folder_above(above, folder);
    for (int i = 0; i < 2; i++) {
        size_t before = (size_t)snprintf(name, sizeof name, "%s", begin[i]);
        n->describe(n->user, folder, name);
        if (strlen(name) > before && strcmp(name, begin[0]) != 0)
            return file_path(folder, above, name, &e);
    }
    return false;
}

static void add_date(char folder[PATH_MAX_LENGTH]) {
    char date[32];
    struct tm day;
    const time_t now = time(NULL);
    if (localtime_r(&now, &day) && strftime(date, sizeof date, "-%Y-%m-%d", &day) &&
        strlen(path_last(folder)) + strlen(date) + NUMBER_ROOM <= FOLDER_NAME)
        text_append(folder, PATH_MAX_LENGTH, "%s", date);
}

static bool name_new(char folder[PATH_MAX_LENGTH], const struct folder_naming *n) {
    char base[PATH_MAX_LENGTH];
    struct error e;
    snprintf(folder, PATH_MAX_LENGTH, "%s", n->usual);
    for (int tries = 0; tries < LONGEST && lengthen(folder, n); tries++)
        if (n->fits(n->user, folder, &e))
            return true;
    memcpy(base, folder, sizeof base);
    if (n->dated)
        add_date(base);
    for (int number = n->dated ? 1 : 2; number < NUMBER_MOST; number++) {
        snprintf(folder, PATH_MAX_LENGTH, "%s", base);
        if (number > 1)
            text_append(folder, PATH_MAX_LENGTH, "-%d", number);
        if (n->fits(n->user, folder, &e))
            return true;
    }
    return false;
}

bool folder_choose(char folder[PATH_MAX_LENGTH], const struct folder_naming *n, struct error *e) {
    struct error none;
    snprintf(folder, PATH_MAX_LENGTH, "%s", n->usual);
    if (n->fits(n->user, folder, e))
        return true;
    return (find(folder, n) && n->fits(n->user, folder, &none)) || name_new(folder, n);
}
