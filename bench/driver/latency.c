#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "modes.h"
#include "proxied.h"

// How fast a process wakes depends on what ran just before: caches, and whether its core slept. So a turn is some calls in a
// row, of which the first only bring the machine into the state that this candidate's own calls make.
static const long LEAD_IN = 5;

static int64_t one_call(child *to, long id) {
  span answer;
  int64_t from = now_ns();
  call_echo(to, id);
  await(to, id, &answer);
  int64_t took = now_ns() - from;
  check_echo(to, answer, id);
  return took;
}

static void one_turn(const candidate *of, child *session, long round, const settings *with) {
  long first = FIRST_CALL + 1 + round * (LEAD_IN + with->calls);
  for (long i = -LEAD_IN; i < with->calls; i++) {
    int64_t took = one_call(session, first + LEAD_IN + i);
    if (i >= 0) printf("{\"candidate\":\"%s\",\"round\":%ld,\"call_ns\":%lld}\n", of->label, round, (long long)took);
  }
}

void measure_latency(const plan *of, const settings *with) {
  child *sessions = calloc(of->count, sizeof *sessions);
  if (sessions == NULL) abort();
  open_all(sessions, of);
  watchdog(300, "waiting for calls one by one");
  for (long round = 0; round < with->rounds; round++)
    for (size_t turn = 0; turn < of->count; turn++) {
      size_t who = whose_turn(of, round, turn);
      one_turn(&of->candidates[who], &sessions[who], round, with);
    }
  stop_all(sessions, of->count);
  free(sessions);
}
