/* clock.h -- seconds that only go forward, for progress and speed; never for seeds. */
#pragma once

double clock_seconds(void);
