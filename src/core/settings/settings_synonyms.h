/* settings_synonyms.h -- names of settings that are not their keys: of an option of encodings without its section
 * (base, or encoding.base, is rope.base, sinusoidal.base, or both, according to which encodings are in use), and what
 * others call settings and their values. */
#pragma once

#include "base/suggest.h"
#include "settings/assignments.h"

struct encoding;

/* The encoding whose option the key is, by its section; NULL: it is no encoding's. */
const struct encoding *settings_encoding_of(const char *key);
/* "base" of "base" and "encoding.base": a name that encodings have for an option of theirs, and nobody else; NULL: the
 * key is none. */
const char *settings_name(const char *key);
/* Such names become the keys of the encodings of a list that have them, where nothing closer to the user, and no key of
 * the same source, says otherwise. `meant` (of a size, or NULL) gets what typed ones stand for: "base=7 is
 * rope.base=7". What nobody in the list has stays, and what is typed and changes nothing. */
void settings_settle(struct assignments *a, const char *kinds, char *meant, size_t size);

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
bool settings_answer_list(const struct setting *o, const struct assignment *item, struct error *e);
