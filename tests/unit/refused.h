/* refused.h -- what a refusal names. The whole sentence is checked in one place: refusals.txt, a golden screen, or the
 * one test that reaches it. All others check the exit code and what it is about: a key, a number, a file and line. */
#pragma once

#include "base/error.h"

/* Whether a message has these parts in this order: " ... " separates them. */
bool has_parts(const char *text, const char *parts);
/* Fails unless a text is this one or, where " ... " separates several parts, has them. */
void assert_says(const char *text, const char *parts);
/* Fails unless it was refused with that code and a message that has these parts and is safe to print. */
void assert_refused(const char *what, bool accepted, const struct error *e, enum exit_code code, const char *parts);
/* Fails unless it was accepted. */
void assert_accepted(const char *what, bool accepted, const struct error *e);
