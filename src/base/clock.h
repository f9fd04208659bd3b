/* clock.h -- seconds that only go forward, for progress and speed; never for seeds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void);

#endif
