/* entry.c -- libFuzzer's entry point: the function that TARGET names, one program for each. */
#include "fuzz/fuzz.h"
#include "rooms.h"

int TARGET(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    rooms_open();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return TARGET(data, size); }
