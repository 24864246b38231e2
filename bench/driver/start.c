#include <stdio.h>

#include "child.h"
#include "clock.h"
#include "modes.h"
#include "proc.h"

static double microseconds(int64_t from, int64_t to) { return (double)(to - from) / 1000; }

static void print_memory(pid_t pid) {
  memory used = memory_of(pid);
  printf(",\"rss_kb\":%ld,\"pss_kb\":%ld,\"private_kb\":%ld", used.rss_kb, used.pss_kb, used.private_kb);
}

static void one_start(const candidate *of, long round, long settle_ms) {
  child stub;
  span answer;
  struct rusage usage;
  start_child(&stub, of, 0, INITIALIZE);
  int64_t spawned = now_ns();
  await(&stub, 1, &answer);
  int64_t initialized = now_ns();
  send_line(&stub, LIST);
  await(&stub, 2, &answer);
  int64_t listed = now_ns();
  faults so_far = faults_of(stub.pid);
  printf("{\"candidate\":\"%s\",\"round\":%ld,\"spawn_us\":%.1f,\"initialize_us\":%.1f,\"list_us\":%.1f,\"minor_faults\":%ld,"
         "\"major_faults\":%ld",
         of->label, round, microseconds(stub.started_ns, spawned), microseconds(stub.started_ns, initialized),
         microseconds(stub.started_ns, listed), so_far.minor, so_far.major);
  if (settle_ms >= 0) {
    sleep_ms(settle_ms);
    print_memory(stub.pid);
    printf(",\"threads\":%ld", faults_of(stub.pid).threads);
  }
  int64_t closed = now_ns();
  bool by_itself = stop_child(&stub, 3000, &usage);
  printf(",\"exit_us\":%.1f,\"exited\":%s,\"cpu_us\":%ld}\n", microseconds(closed, now_ns()), by_itself ? "true" : "false",
         (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void measure_start(const plan *of, const settings *with) {
  for (long round = 0; round < with->rounds; round++) {
    for (size_t turn = 0; turn < of->count; turn++) {
      watchdog(60, "waiting for a start to be answered");
      one_start(&of->candidates[whose_turn(of, round, turn)], round, with->settle_ms);
    }
  }
}
