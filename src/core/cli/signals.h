/* signals.h -- what signals do, waiting for them, and the number of processors. */
#pragma once

#include <signal.h>

/* command_catch_signals is called once. From then on SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU, however many come,
 * only set command_stop, so that a checkpoint can be written undisturbed. SIGQUIT and SIGKILL still end the program at
 * once. SIGPIPE is ignored: training goes on even if nobody reads its progress. */
extern volatile sig_atomic_t command_stop;
void command_catch_signals(void);
/* While there is nothing to save: the same signals end the program at once, with EXIT_STOPPED. */
void command_leave_on_signals(void);
/* How long to pause between two looks, if one takes `look` seconds: 2 seconds, or longer so that looking takes at most
 * a fifth of the time. */
enum { COMMAND_PAUSE = 2 };
double command_pause(double look);
/* Waits so long, or until a signal comes. */
void command_wait(double seconds);

/* How many processors this process may use. */
int command_processors(void);
