int test_records(void);
int test_records(void) { return 0; }
