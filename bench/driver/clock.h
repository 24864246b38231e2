#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

int64_t now_ns(void);

void sleep_ms(long milliseconds);

#endif
