/* settings_synonyms.h -- what others call settings and their values. */
#pragma once

#include "base/setting.h"
#include "base/suggest.h"

/* Whether `name` is the setting's key, with or without its section, or what others call it. */
bool settings_is_named(const struct setting *o, const char *name);

/* The key and value that are meant by what others call them, or by a key without its section (settings_synonyms.c): the
 * text itself where there is nothing to say. The buffer is as large as the longest value. */
const char *settings_synonym_key(const char *key);
const char *settings_synonym_value(const char *key, const char *value, char *buffer, size_t size);
/* What others call settings, by number; false after the last. */
bool settings_word(int i, char name[SETTING_TEXT_MAX]);
/* Whether others give as key=value what is a word of its own here: model=bert. */
bool settings_is_word(const char *name);
/* An unknown key, where it can be said why there is none (an error, and true); or else what else it is near to. */
bool settings_answer(const char *key, struct suggestion *near, struct error *e);
/* A value that cannot be read: where it is a list of those that can, the error says how all are tried. Returns false.
 */
struct assignment;
bool settings_answer_list(const struct setting *o, const struct assignment *item, struct error *e);
