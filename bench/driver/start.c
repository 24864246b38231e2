#include <stdio.h>

#include "child.h"
#include "clock.h"
#include "fail.h"
#include "modes.h"
#include "proc.h"

static const long PATIENCE_MS = 3000; // a client's own is 2000

static double microseconds(int64_t from, int64_t to) { return (double)(to - from) / 1000; }

static long cpu_microseconds(const struct rusage *usage) {
  return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

static void one_start(const candidate *of, long round, long settle_ms) {
  child stub;
  span answer;
  struct rusage usage;
  memory used = {-1, -1, -1};
  start_child(&stub, of, 0, INITIALIZE);
  int64_t started = stub.started_ns, spawned = now_ns();
  await(&stub, 1, &answer);
  int64_t initialized = now_ns();
  send_line(&stub, LIST);
  await(&stub, 2, &answer);
  int64_t listed = now_ns();
  faults so_far = faults_of(stub.pid);
  if (settle_ms >= 0) {
    sleep_ms(settle_ms);
    used = memory_of(stub.pid);
  }
  long threads = faults_of(stub.pid).threads;
  int64_t closed = now_ns();
  if (!stop_child(&stub, PATIENCE_MS, &usage)) fail("%s: did not end within %ld ms of its input's end", of->label, PATIENCE_MS);
  printf("{\"candidate\":\"%s\",\"round\":%ld,\"spawn_us\":%.1f,\"initialize_us\":%.1f,\"list_us\":%.1f,\"exit_us\":%.1f,\"cpu_us\":%ld,", of->label,
         round, microseconds(started, spawned), microseconds(started, initialized), microseconds(started, listed),
         microseconds(closed, now_ns()), cpu_microseconds(&usage));
  printf("\"minor_faults\":%ld,\"major_faults\":%ld,\"threads\":%ld,\"rss_kb\":%ld,\"pss_kb\":%ld,\"private_kb\":%ld}\n", so_far.minor, so_far.major,
         threads, used.rss_kb, used.pss_kb, used.private_kb);
}

void measure_start(const plan *of, const settings *with) {
  for (long round = 0; round < with->rounds; round++) {
    for (size_t turn = 0; turn < of->count; turn++) {
      watchdog(60, "waiting for a start to be answered");
      one_start(&of->candidates[whose_turn(of, round, turn)], round, with->settle_ms);
    }
  }
}
