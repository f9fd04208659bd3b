int test_left_out(void);
int test_left_out(void) { return 0; }
