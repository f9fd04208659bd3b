/* glossary.h -- the words that a newcomer meets in the first table; help, the manual and the report show them. */
#pragma once

struct glossary_word {
    const char *word;
    const char *also; /* another word for it, or NULL */
    const char *meaning;
};
/* In the order in which they explain each other, up to one without a word. */
extern const struct glossary_word glossary[];
/* Either word, in small or capital letters; NULL: it is none of these. */
const struct glossary_word *glossary_find(const char *word);
