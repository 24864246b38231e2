// driver MODE [--rounds N] [--settle-ms N] [--calls N] [--in-flight N] [--bytes N] [--seconds N] [--one-core 1] [--stderr FILE] < PLAN
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "fail.h"
#include "modes.h"

static const struct {
  const char *name;
  void (*run)(const plan *, const settings *);
} MODES[] = {{"start", measure_start},           {"fleet", measure_fleet}, {"latency", measure_latency},
             {"throughput", measure_throughput}, {"large", measure_large}, {"idle", measure_idle}};

size_t whose_turn(const plan *of, long round, size_t turn) { return ((size_t)round + turn) % of->count; }

static long number_of(const char *option, const char *text) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0') fail("%s: '%s' is no number", option, text);
  return value;
}

static void set(settings *into, const char *option, const char *value) {
  if (strcmp(option, "--stderr") == 0) log_children_to(value);
  else if (strcmp(option, "--rounds") == 0) into->rounds = number_of(option, value);
  else if (strcmp(option, "--settle-ms") == 0) into->settle_ms = number_of(option, value);
  else if (strcmp(option, "--calls") == 0) into->calls = number_of(option, value);
  else if (strcmp(option, "--in-flight") == 0) into->in_flight = number_of(option, value);
  else if (strcmp(option, "--bytes") == 0) into->bytes = number_of(option, value);
  else if (strcmp(option, "--seconds") == 0) into->seconds = number_of(option, value);
  else if (strcmp(option, "--one-core") == 0) into->one_core = number_of(option, value);
  else fail("unknown option %s", option);
}

// The last core that we may use: interrupts tend to be served by the first.
static void stay_on_one_core(void) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) fail("sched_getaffinity: %s", strerror(errno));
  size_t last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &allowed)) last--;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) fail("sched_setaffinity: %s", strerror(errno));
}

int main(int count, char **arguments) {
  settings with = {.rounds = 1, .settle_ms = -1, .calls = 1000, .in_flight = 64, .bytes = 1000000, .seconds = 5};
  if (count < 2) fail("which measurement?");
  for (int i = 2; i < count; i += 2) {
    if (i + 1 == count) fail("%s: no value", arguments[i]);
    set(&with, arguments[i], arguments[i + 1]);
  }
  if (with.one_core != 0) stay_on_one_core();
  plan of = read_plan(stdin);
  for (size_t i = 0; i < sizeof MODES / sizeof *MODES; i++)
    if (strcmp(MODES[i].name, arguments[1]) == 0) {
      MODES[i].run(&of, &with);
      return fflush(stdout) == 0 ? 0 : 1;
    }
  fail("unknown measurement %s", arguments[1]);
}
