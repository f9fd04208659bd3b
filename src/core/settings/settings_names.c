/* settings_names.c -- see settings_names.h. */
#include "settings/settings_names.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "settings/settings_table.h"

const struct encoding *settings_encoding_of(const char *key) {
    char section[SETTING_TEXT_MAX];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(key, "."), key);
    return key[strcspn(key, ".")] ? encoding_find(section) : NULL;
}

const char *settings_name(const char *key) {
    bool whole = strchr(key, '.'), section = strncmp(key, "encoding.", strlen("encoding.")) == 0;
    const char *name = section ? strchr(key, '.') + 1 : key;
    bool own = false, others = false; /* encodings have it; others have it */
    if ((whole && !section) || setting_find(settings_table, key))
        return NULL;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        if (setting_named(of->table, name))
            *(encoding_find(of->owner) ? &own : &others) = true;
    return own && (section || !others) ? name : NULL;
}

/* One of them; true: it is not needed any more. */
static bool settle(struct assignments *a, struct assignment item, const char *kinds, char *meant, size_t size) {
    char one[SETTING_TEXT_MAX], key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX], where[SETTING_TEXT_MAX];
    const struct setting *o;
    struct error none;
    bool had = false, sets = false;
    snprintf(key, sizeof key, "%s", item.key); /* texts move where one is set */
    snprintf(value, sizeof value, "%s", item.value);
    snprintf(where, sizeof where, "%s", item.where);
    while (text_item(&kinds, one, sizeof one)) {
        const struct encoding *of = encoding_find(one);
        if (!of || !(o = setting_named(of->options, settings_name(key))))
            continue;
        had = true;
        if (assignments_source(a, o->key) >= item.from ||
            !assignments_put(a, (struct assignment){o->key, value, where, item.from}, &none))
            continue;
        if (meant && item.from == FROM_LINE && !sets)
            text_append(meant, size, "%s%s=%s is ", *meant ? "; " : "", key, value);
        if (meant && item.from == FROM_LINE)
            text_append(meant, size, "%s%s=%s", sets ? ", " : "", o->key, value);
        sets = true;
    }
    return sets || (had && item.from != FROM_LINE);
}

void settings_settle(struct assignments *a, const char *kinds, char *meant, size_t size) {
    for (int from = FROM_LINE; from > FROM_NOWHERE; from--)
        for (int i = 0; i < a->count; i++) {
            struct assignment item = assignments_item(a, i);
            if ((int)item.from == from && settings_name(item.key) && settle(a, item, kinds, meant, size))
                assignments_drop(a, i--);
        }
}
