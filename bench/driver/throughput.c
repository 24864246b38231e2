#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "fail.h"
#include "modes.h"
#include "proxied.h"

// Whether the line was an answer. They may come in any order, but each exactly once.
static bool take_answer(child *of, span line, bool *answered, long first, long count) {
  span id;
  if (!member(line, "id", &id) || member(line, "method", &id)) return false;
  long number = strtol(id.at, NULL, 10);
  if (number < first || number >= first + count || answered[number - first]) fail("%s: answer %ld was not awaited", of->label, number);
  if (!answers(of, line, number)) fail("%s: answer %ld is none", of->label, number);
  check_echo(of, line, number);
  return answered[number - first] = true;
}

static double one_burst(child *to, long first, const settings *with) {
  bool *answered = calloc((size_t)with->calls, sizeof *answered);
  if (answered == NULL) abort();
  long sent = 0, done = 0;
  int64_t from = now_ns();
  while (done < with->calls) {
    while (sent < with->calls && sent - done < with->in_flight) call_echo(to, first + sent++);
    span line;
    if (!next_line(&to->from, &line)) fail("%s: ended its output under load", to->label);
    done += take_answer(to, line, answered, first, with->calls);
  }
  int64_t took = now_ns() - from;
  free(answered);
  return (double)with->calls / ((double)took / 1e9);
}

void measure_throughput(const plan *of, const settings *with) {
  child *sessions = calloc(of->count, sizeof *sessions);
  if (sessions == NULL) abort();
  open_all(sessions, of);
  watchdog(300, "waiting for bursts of calls");
  for (long round = 0; round < with->rounds; round++)
    for (size_t turn = 0; turn < of->count; turn++) {
      size_t who = whose_turn(of, round, turn);
      double rate = one_burst(&sessions[who], FIRST_CALL + 1 + round * with->calls, with);
      printf("{\"candidate\":\"%s\",\"round\":%ld,\"calls_per_s\":%.1f}\n", of->candidates[who].label, round, rate);
    }
  stop_all(sessions, of->count);
  free(sessions);
}
