#include <stdio.h>
#include <stdlib.h>

#include "child.h"
#include "clock.h"
#include "modes.h"
#include "proc.h"

#define THREADS 64

typedef struct {
  thread_use threads[THREADS];
  size_t count;
} snapshot;

static const thread_use *before_of(const snapshot *before, pid_t tid) {
  for (size_t i = 0; i < before->count; i++)
    if (before->threads[i].tid == tid) return &before->threads[i];
  return NULL;
}

static void print_change(const candidate *of, const snapshot *before, const snapshot *after, long seconds) {
  static const thread_use NEW_THREAD;
  printf("{\"candidate\":\"%s\",\"seconds\":%ld,\"threads\":[", of->label, seconds);
  for (size_t i = 0; i < after->count; i++) {
    const thread_use *now = &after->threads[i], *then = before_of(before, now->tid);
    if (then == NULL) then = &NEW_THREAD;
    printf("%s{\"name\":\"%s\",\"voluntary\":%ld,\"involuntary\":%ld,\"run_ns\":%lld}", i == 0 ? "" : ",", now->name,
           now->voluntary - then->voluntary, now->involuntary - then->involuntary, (long long)(now->run_ns - then->run_ns));
  }
  puts("]}");
}

void measure_idle(const plan *of, const settings *with) {
  child *sessions = calloc(of->count, sizeof *sessions);
  snapshot *before = calloc(of->count, sizeof *before), *after = calloc(of->count, sizeof *after);
  if (sessions == NULL || before == NULL || after == NULL) abort();
  watchdog((unsigned)(with->seconds + with->settle_ms / 1000 + 60), "watching idle processes");
  for (size_t i = 0; i < of->count; i++) open_session(&sessions[i], &of->candidates[i], 0);
  sleep_ms(with->settle_ms);
  for (size_t i = 0; i < of->count; i++) before[i].count = threads_of(sessions[i].pid, before[i].threads, THREADS);
  sleep_ms(with->seconds * 1000);
  for (size_t i = 0; i < of->count; i++) after[i].count = threads_of(sessions[i].pid, after[i].threads, THREADS);
  for (size_t i = 0; i < of->count; i++) print_change(&of->candidates[i], &before[i], &after[i], with->seconds);
  for (size_t i = 0; i < of->count; i++) stop_child(&sessions[i], 3000, NULL);
  free(sessions);
  free(before);
  free(after);
}
