/* settings_renamed.c -- names that settings had before. They are accepted wherever a setting is given, and shown
 * nowhere: from here on a setting has its present name, so an old run's configuration fits and can be resumed. */
#include <stdio.h>
#include <string.h>

#include "train/settings.h"

/* The old name, and the present one. */
static const char *const keys[][2] = {
    {"task.places", "task.positions"},
    {"task.unit", "task.tokens"},
    {"encoding.max_len", "encoding.max_position_embeddings"},
    {"encoding.beyond", "encoding.extrapolation"},
    {"encoding.reach", "encoding.max_distance"},
    {"train.places", "train.positions"},
    {"train.reach", "train.max_position"},
    {"eval.places", "eval.positions"},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* learned.max_len has the section of its encoding. */
static const char *plain_key(const char *key, char plain[SETTING_TEXT_MAX]) {
    const char *dot = strchr(key, '.');
    snprintf(plain, SETTING_TEXT_MAX, "%.*s", (int)strcspn(key, "."), key);
    if (!dot || !encoding_find(plain))
        return key;
    snprintf(plain, SETTING_TEXT_MAX, "encoding%s", dot);
    return plain;
}

const char *settings_present_key(const char *key, char buffer[SETTING_TEXT_MAX]) {
    const char *plain = plain_key(key, buffer);
    for (int i = 0; i < KEYS; i++)
        if (strcmp(plain, keys[i][0]) == 0) {
            snprintf(buffer, SETTING_TEXT_MAX, "%.*s%s", (int)strcspn(key, "."), key, strchr(keys[i][1], '.'));
            return buffer;
        }
    return key;
}

/* Key, old value, and the present one. */
static const char *const values[][3] = {
    {"encoding.argument", "place", "position"},
    {"task.tokens", "word", "spaces"},
    {"task.tokens", "character", "characters"},
};
enum { VALUES = sizeof values / sizeof *values };

const char *settings_present_value(const char *key, const char *value) {
    char buffer[SETTING_TEXT_MAX];
    const char *plain = plain_key(key, buffer);
    for (int i = 0; i < VALUES; i++)
        if (strcmp(plain, values[i][0]) == 0 && strcmp(value, values[i][1]) == 0)
            return values[i][2];
    return value;
}

bool settings_is_named(const struct setting *o, const char *name) {
    if (strcmp(o->key, settings_meant_key(name)) == 0 || strcmp(strchr(o->key, '.') + 1, name) == 0)
        return true;
    for (int i = 0; i < KEYS; i++)
        if (strcmp(o->key, keys[i][1]) == 0 &&
            (strcmp(keys[i][0], name) == 0 || strcmp(strchr(keys[i][0], '.') + 1, name) == 0))
            return true;
    return false;
}
