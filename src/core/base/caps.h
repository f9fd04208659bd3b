/* caps.h -- limits that only large runs reach: what a ring holds, how long a piece is, how many are counted before a
 * sum takes their place. The build with clang's sanitizers makes them small, so that small runs cross them. */
#pragma once

#ifdef SMALL_CAPS
#define CAP(usual, small) small
#else
#define CAP(usual, small) usual
#endif
