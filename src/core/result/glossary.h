/* glossary.h -- the words of screens and tables that no registry has; help, the manual and the report show them. */
#pragma once

struct glossary_word {
    const char *word;
    const char *also; /* other words for it, separated by commas, or NULL */
    const char *meaning;
};
/* In the order in which they explain each other, up to one without a word. */
extern const struct glossary_word glossary[];
/* Any of these words, in small or capital letters; NULL: it is none of these. */
const struct glossary_word *glossary_find(const char *word);
