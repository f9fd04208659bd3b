/* golden.h -- a text as it is drawn today, byte by byte, in a file that people read: tests/golden/screens/NAME.
 *
 * Fails if the file is missing or differs. With REGENERATE=1 it is written instead: read it before you commit it. A
 * name is used by one test. Between tags of SVG and HTML the file has line ends, so that it can be read. */
#pragma once

#include "draw/chart.h"
#include "draw/svg.h"

void assert_golden(const char *name, const char *text);
/* The same of all that a chart says: its texts, its axes, every number. */
void assert_golden_chart(const char *name, const struct chart *c);
/* Its picture, as a file or in a page. */
void assert_golden_svg(const char *name, const struct chart *c, const struct svg_size *file);
