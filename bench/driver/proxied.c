#include "proxied.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "fail.h"

static const long AFTER_ACTIVATION_MS = 700; // the longest a proxy may hold things back for list_changed, and some more

void call_echo(child *to, long id) {
  char frame[256];
  snprintf(frame, sizeof frame,
           "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"text of %ld.\"}}}\n",
           id, id);
  send_line(to, frame);
}

void check_echo(const child *of, span answer, long id) {
  char expected[64];
  snprintf(expected, sizeof expected, "\"text of %ld.\"", id);
  if (memmem(answer.at, answer.length, expected, strlen(expected)) == NULL)
    fail("%s: call %ld was answered %.*s", of->label, id, (int)(answer.length < 400 ? answer.length : 400), answer.at);
}

void open_active(child *into, const candidate *of) {
  span answer;
  open_session(into, of, 0);
  call_echo(into, FIRST_CALL);
  await(into, FIRST_CALL, &answer);
  check_echo(into, answer, FIRST_CALL);
}

void open_all(child *into, const plan *of) {
  watchdog(60, "waiting for a server to be active");
  for (size_t i = 0; i < of->count; i++) open_active(&into[i], &of->candidates[i]);
  sleep_ms(AFTER_ACTIVATION_MS);
}

void stop_all(child *sessions, size_t count) {
  for (size_t i = 0; i < count; i++) stop_child(&sessions[i], 5000, NULL);
}
