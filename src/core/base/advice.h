/* advice.h -- texts that say what to type next. The sources have "`poslab help train`" or " poslab train"; text for a
 * terminal or a pipe names the program as the user called it, ready to paste. Saved files say poslab. */
#pragma once

#include "base/arena.h"

/* Sets the name that the program was called by, argv[0]; the pointer must stay valid. The default is poslab. */
void advice_called(const char *name);
/* That name, quoted for a shell. */
const char *advice_name(void);
/* The text with that name in place of poslab where a command begins: after ` ( | : or two blanks. */
const char *advice_text(const char *text, struct arena *arena);
