#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "clock.h"
#include "fail.h"
#include "modes.h"
#include "proc.h"

typedef struct {
  child *members;
  long *awaited; // the id whose answer each member owes; 0 when it has given all
  size_t count;
  int64_t started_ns, initialized_ns, listed_ns; // the first spawn, and the last answers
} fleet;

static void advance(fleet *of, size_t i) {
  child *member = &of->members[i];
  span line;
  while (of->awaited[i] != 0 && buffered_line(&member->from, &line)) {
    if (!answers(member, line, of->awaited[i])) continue;
    if (of->awaited[i] == 1) {
      of->initialized_ns = now_ns();
      send_line(member, LIST);
      of->awaited[i] = 2;
    } else {
      of->listed_ns = now_ns();
      of->awaited[i] = 0;
    }
  }
}

static size_t owing(const fleet *of, struct pollfd *polled, size_t *members) {
  size_t count = 0;
  for (size_t i = 0; i < of->count; i++) {
    if (of->awaited[i] == 0) continue;
    members[count] = i;
    polled[count++] = (struct pollfd){.fd = of->members[i].from.fd, .events = POLLIN};
  }
  return count;
}

static void answer_all(fleet *of) {
  struct pollfd *polled = calloc(of->count, sizeof *polled);
  size_t *members = calloc(of->count, sizeof *members);
  if (polled == NULL || members == NULL) abort();
  for (size_t open; (open = owing(of, polled, members)) > 0;) {
    if (poll(polled, open, -1) < 0 && errno != EINTR) fail("poll: %s", strerror(errno));
    for (size_t i = 0; i < open; i++) {
      if (polled[i].revents == 0) continue;
      if (fill(&of->members[members[i]].from) <= 0) fail("%s: ended its output too early", of->members[members[i]].label);
      advance(of, members[i]);
    }
  }
  free(polled);
  free(members);
}

static void print_memory(const fleet *of, const candidate *who, long round) {
  for (size_t i = 0; i < of->count; i++) {
    memory used = memory_of(of->members[i].pid);
    printf("{\"candidate\":\"%s\",\"round\":%ld,\"member\":%zu,\"rss_kb\":%ld,\"pss_kb\":%ld,\"private_kb\":%ld}\n", who->label, round, i,
           used.rss_kb, used.pss_kb, used.private_kb);
  }
}

static void one_fleet(const candidate *of, long round, long settle_ms) {
  fleet session = {.members = calloc(of->count, sizeof(child)), .awaited = calloc(of->count, sizeof(long)), .count = of->count};
  if (session.members == NULL || session.awaited == NULL) abort();
  for (size_t i = 0; i < of->count; i++) {
    start_child(&session.members[i], of, i, INITIALIZE);
    session.awaited[i] = 1;
  }
  session.started_ns = session.members[0].started_ns;
  answer_all(&session);
  printf("{\"candidate\":\"%s\",\"round\":%ld,\"initialized_ms\":%.3f,\"listed_ms\":%.3f}\n", of->label, round,
         (double)(session.initialized_ns - session.started_ns) / 1e6, (double)(session.listed_ns - session.started_ns) / 1e6);
  if (settle_ms >= 0) {
    sleep_ms(settle_ms);
    print_memory(&session, of, round);
  }
  for (size_t i = 0; i < of->count; i++) end_input(&session.members[i]);
  for (size_t i = 0; i < of->count; i++) stop_child(&session.members[i], 3000, NULL);
  free(session.members);
  free(session.awaited);
}

void measure_fleet(const plan *of, const settings *with) {
  for (long round = 0; round < with->rounds; round++)
    for (size_t turn = 0; turn < of->count; turn++) {
      watchdog(300, "waiting for a whole session to be answered");
      one_fleet(&of->candidates[whose_turn(of, round, turn)], round, with->settle_ms);
    }
}
