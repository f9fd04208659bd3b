/* csv_picture.h -- the data of a picture as tidy CSV: a header, one observation a row, NA where there is no number.
 * Columns are named by the picture's axes: words, accuracy_in_percent. */
#ifndef PRESENT_CSV_PICTURE_H
#define PRESENT_CSV_PICTURE_H

#include <stdio.h>

#include "present/chart.h"
#include "present/heat.h"

/* A row for each mean (kind `mean`, that of a range of x `in range`), each single value (`seed`) and chance. */
void csv_chart(FILE *out, const struct chart *c);
/* A row for each cell. */
void csv_heat(FILE *out, const struct heat *m);

#endif
