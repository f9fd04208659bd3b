/* golden.h -- a text as it is drawn today, byte by byte, in a file that people read: tests/golden/screens/NAME, or
 * golden/NAME beside the test where that is one of a room.
 *
 * Fails if the file is missing or differs. With REGENERATE=1 it is written instead: read it before you commit it. A
 * name is used by one test. Between tags of SVG and HTML the file has line ends, so that it can be read. */
#pragma once

#include "draw/chart.h"
#include "draw/svg.h"

#define assert_golden(name, text) golden_text(__FILE__, name, text)
/* The same of all that a chart says: its texts, its axes, every number. */
#define assert_golden_chart(name, c) golden_chart(__FILE__, name, c)
/* Its picture, as a file or in a page. */
#define assert_golden_svg(name, c, svg) golden_svg(__FILE__, name, c, svg)

void golden_text(const char *test, const char *name, const char *text);
void golden_chart(const char *test, const char *name, const struct chart *c);
void golden_svg(const char *test, const char *name, const struct chart *c, const struct svg_size *file);
