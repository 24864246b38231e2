#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "fail.h"
#include "modes.h"
#include "proc.h"
#include "proxied.h"

#define LARGE ((size_t)1 << 15)

// The large line is hashed as it comes and never kept: the driver's own memory must not crowd out the process under test.
typedef struct {
  uint64_t hash;
  size_t length;
} digest;

// FNV-1a over 8-byte words, the last of them filled up: a byte at a time would cost more than the transfer.
typedef struct {
  uint64_t hash, word;
  size_t length;
} hasher;

static void hash_bytes(hasher *into, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    into->word = into->word << 8 | (unsigned char)bytes[i];
    if (++into->length % 8 == 0) into->hash = (into->hash ^ into->word) * 0x100000001b3u;
  }
}

static void more(child *of) {
  if (fill(&of->from) <= 0) fail("%s: ended its output before the end of a large result", of->label);
}

// Skips notifications: leaves a piece of a line in the buffer that is too long for anything but the result.
static void find_large_line(child *of, long id) {
  span line;
  for (;;) {
    if (buffered_line(&of->from, &line)) {
      if (answers(of, line, id))
        fail("%s: the large call was answered %.*s", of->label, (int)(line.length < 400 ? line.length : 400), line.at);
    } else if (of->from.end - of->from.start >= LARGE) {
      return;
    } else {
      more(of);
    }
  }
}

static digest hash_large_line(child *of, long id) {
  hasher state = {.hash = 0xcbf29ce484222325u};
  lines *from = &of->from;
  find_large_line(of, id);
  for (;; more(of)) {
    const char *bytes = from->bytes + from->start;
    size_t held = from->end - from->start;
    char *end = memchr(bytes, '\n', held);
    hash_bytes(&state, bytes, end == NULL ? held : (size_t)(end - bytes));
    from->searched = 0;
    from->start = end == NULL ? from->end : (size_t)(end - from->bytes) + 1;
    if (end != NULL) return (digest){(state.hash ^ state.word) * 0x100000001b3u, state.length};
  }
}

static void call_blob(child *to, long id, long bytes) {
  char frame[256];
  snprintf(frame, sizeof frame,
           "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":\"blob\",\"arguments\":{\"bytes\":%ld}}}\n", id, bytes);
  send_line(to, frame);
}

static void one_large(child *of, long round, const settings *with) {
  long before = memory_of(of->pid).rss_kb;
  reset_peak(of->pid);
  int64_t from = now_ns();
  call_blob(of, FIRST_CALL + 1 + round, with->bytes);
  digest got = hash_large_line(of, FIRST_CALL + 1 + round);
  int64_t took = now_ns() - from;
  long peak = status_of(of->pid, "VmHWM");
  sleep_ms(with->seconds * 1000);
  printf("{\"candidate\":\"%s\",\"round\":%ld,\"ms\":%.1f,\"length\":%zu,\"hash\":\"%016llx\",\"before_kb\":%ld,\"peak_kb\":%ld,\"after_kb\":%ld}\n",
         of->label, round, (double)took / 1e6, got.length, (unsigned long long)got.hash, before, peak, memory_of(of->pid).rss_kb);
}

void measure_large(const plan *of, const settings *with) {
  child *sessions = calloc(of->count, sizeof *sessions);
  if (sessions == NULL) abort();
  open_all(sessions, of);
  for (long round = 0; round < with->rounds; round++)
    for (size_t turn = 0; turn < of->count; turn++) {
      watchdog(120, "waiting for a large result");
      one_large(&sessions[whose_turn(of, round, turn)], round, with);
    }
  stop_all(sessions, of->count);
  free(sessions);
}
