// The floor of a dormant stub: what any process must pay that answers `initialize`, `ping` and `tools/list` over pipes.
// Its arguments are ignored, so that it can stand wherever a stub's command line does.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frame.h"

static const char INITIALIZED[] =
    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
    "\"serverInfo\":{\"name\":\"floor\",\"version\":\"1\"}}";
static const char TOOLS[] =
    "{\"tools\":[{\"name\":\"use_floor\",\"description\":\"Starts the floor server; call with nothing to see its tools.\","
    "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"tool\":{\"type\":\"string\"},"
    "\"arguments\":{\"type\":\"object\",\"additionalProperties\":true}}}}]}";

static const char *result_of(span method) {
  if (same(method, "\"initialize\"")) return INITIALIZED;
  if (same(method, "\"tools/list\"")) return TOOLS;
  if (same(method, "\"ping\"")) return "{}";
  return NULL;
}

static bool answer(span id, const char *result) {
  char frame[1024];
  int length = result != NULL
                   ? snprintf(frame, sizeof frame, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}\n", (int)id.length, id.at, result)
                   : snprintf(frame, sizeof frame,
                              "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n",
                              (int)id.length, id.at);
  return length > 0 && (size_t)length < sizeof frame && write_all(STDOUT_FILENO, frame, (size_t)length);
}

int main(void) {
  lines input = {.fd = STDIN_FILENO};
  span frame, id, method;
  while (next_line(&input, &frame)) {
    if (!member(frame, "id", &id) || !member(frame, "method", &method)) continue;
    if (!answer(id, result_of(method))) return 1;
  }
  return 0;
}
