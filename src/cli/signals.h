/* signals.h -- what signals do, and waiting for them. */
#pragma once

#include <signal.h>

/* Polite signals are SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU. Once command_catch_signals was called they set this,
 * however many come: a checkpoint is written in peace. SIGQUIT and SIGKILL end the program at once. Whether somebody
 * reads how far it is does not matter then: no SIGPIPE. Called once. */
extern volatile sig_atomic_t command_stop;
void command_catch_signals(void);
/* While there is nothing to save they end the program at once, with EXIT_STOPPED. */
void command_leave_on_signals(void);
/* Whoever looks again and again pauses 2 seconds, or so much longer that a look that took `look` seconds is a fifth of
 * the time; waits, until a signal comes. */
double command_pause(double look);
void command_wait(double seconds);

/* How many processors this process may use. */
int command_processors(void);
