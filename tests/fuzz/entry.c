/* entry.c -- libFuzzer's entry point: the function that TARGET names, one program for each. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return TARGET(data, size); }
