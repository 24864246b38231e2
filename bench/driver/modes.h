// The measurements. Each writes its raw samples to stdout, one JSON object a line; medians and bars are made elsewhere.
// Candidates always take turns, in an order that rotates from round to round: what disturbs the machine disturbs them all.
#ifndef MODES_H
#define MODES_H

#include "plan.h"

typedef struct {
  long rounds;
  long settle_ms; // how long to leave a process alone before its memory is read; negative: do not read it, samples hold -1
  long calls;
  long in_flight;
  long bytes;
  long seconds;
  long one_core; // not 0: the driver and everything it starts share one core
} settings;

void measure_start(const plan *of, const settings *with);      // one process: exec to answer
void measure_fleet(const plan *of, const settings *with);      // all commands of a candidate at once
void measure_latency(const plan *of, const settings *with);    // one call after the other
void measure_throughput(const plan *of, const settings *with); // many calls in flight
void measure_large(const plan *of, const settings *with);      // one large result, and the memory it takes
void measure_idle(const plan *of, const settings *with);       // what a process does that nobody asks for anything

// The candidate whose turn it is as number `turn` of `round`.
size_t whose_turn(const plan *of, long round, size_t turn);

#endif
