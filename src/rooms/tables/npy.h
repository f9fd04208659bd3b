/* npy.h -- NumPy's file format for one array, version 1.0. */
#pragma once

#include "maths/real.h"

enum { NPY_HEADER = 128 };

/* The NPY_HEADER bytes before the numbers of a (rows, columns) matrix in C order. The numbers follow as they are in
 * memory. */
void npy_header(unsigned char header[NPY_HEADER], int rows, int columns);
