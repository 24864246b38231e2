#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "modes.h"
#include "proxied.h"

static const long WARM_UP = 200;

static int64_t one_call(child *to, long id) {
  span answer;
  int64_t from = now_ns();
  call_echo(to, id);
  await(to, id, &answer);
  int64_t took = now_ns() - from;
  check_echo(to, answer, id);
  return took;
}

void measure_latency(const plan *of, const settings *with) {
  child *sessions = calloc(of->count, sizeof *sessions);
  if (sessions == NULL) abort();
  open_all(sessions, of);
  watchdog(300, "waiting for calls one by one");
  for (long round = -WARM_UP; round < with->calls; round++)
    for (size_t turn = 0; turn < of->count; turn++) {
      size_t who = whose_turn(of, round + WARM_UP, turn);
      int64_t took = one_call(&sessions[who], FIRST_CALL + 1 + WARM_UP + round);
      if (round >= 0) printf("{\"candidate\":\"%s\",\"round\":%ld,\"call_ns\":%lld}\n", of->candidates[who].label, round, (long long)took);
    }
  stop_all(sessions, of->count);
  free(sessions);
}
