/* advice.h -- texts that say what to type next. They stand in the sources as "`poslab help train`" or "  poslab train";
 * what goes to a terminal or a pipe names the program as it was called, so that it can be pasted as it is. Files that
 * are kept say poslab. */
#pragma once

#include "base/arena.h"

/* What the program was called, argv[0], which stays; until then it is poslab. */
void advice_called(const char *name);
const char *advice_program(void);
/* The same as a shell reads it. */
const char *advice_name(void);
/* The text with that name in place of poslab where a command begins: after ` ( | : or two blanks. */
const char *advice_text(const char *text, struct arena *arena);
