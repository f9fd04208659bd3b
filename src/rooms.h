/* rooms.h -- see rooms.c. */
#pragma once

/* Once, before anything else. */
void rooms_open(void);
