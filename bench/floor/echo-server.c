// A real MCP server that costs next to nothing: what is measured through it is the proxy, not the server.
// Tools: `echo {text}` gives the text back, `blob {bytes}` a text of that many characters.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frame.h"

#define BLOCK ((size_t)1 << 16)

static const char INITIALIZED[] =
    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";
static const char TOOLS[] =
    "{\"tools\":["
    "{\"name\":\"echo\",\"description\":\"Gives the text back.\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}},"
    "{\"name\":\"blob\",\"description\":\"A text of so many characters.\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"bytes\":{\"type\":\"integer\"}},\"required\":[\"bytes\"]}}]}";
static const char RESULT[] = "{\"jsonrpc\":\"2.0\",\"id\":";
static const char TEXT[] = ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":";
static const char TEXT_END[] = "}]}}\n";

// Frames are put together here, so that each one leaves with one write, as a good server does it.
static struct {
  char *bytes;
  size_t length, capacity;
} out;

static void put(const char *bytes, size_t length) {
  if (out.length + length > out.capacity) {
    out.capacity = (out.length + length) * 2;
    out.bytes = realloc(out.bytes, out.capacity);
    if (out.bytes == NULL) abort();
  }
  memcpy(out.bytes + out.length, bytes, length);
  out.length += length;
}

static void put_text(const char *text) { put(text, strlen(text)); }

static bool flush(void) {
  bool done = write_all(STDOUT_FILENO, out.bytes, out.length);
  out.length = 0;
  return done;
}

static bool reply(span id, const char *outcome, const char *body) {
  put_text(RESULT);
  put(id.at, id.length);
  put_text(outcome);
  put_text(body);
  put_text("}\n");
  return flush();
}

static bool fail(span id, const char *error) { return reply(id, ",\"error\":", error); }

static bool echo(span id, span text) {
  put_text(RESULT);
  put(id.at, id.length);
  put_text(TEXT);
  put(text.at, text.length); // the JSON string as it came, quotes and escapes included
  put_text(TEXT_END);
  return flush();
}

// Every position has its own character of a long pattern: a lost, doubled or moved block changes the text's hash.
static void fill_block(char *block, size_t position, size_t length) {
  static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i++) block[i] = ALPHABET[((unsigned)(position + i) * 2654435761u) >> 26];
}

static bool blob(span id, size_t bytes) {
  static char block[BLOCK];
  put_text(RESULT);
  put(id.at, id.length);
  put_text(TEXT);
  put_text("\"");
  bool open = flush();
  for (size_t done = 0, part; open && done < bytes; done += part) {
    part = bytes - done < BLOCK ? bytes - done : BLOCK;
    fill_block(block, done, part);
    open = write_all(STDOUT_FILENO, block, part);
  }
  put_text("\"");
  put_text(TEXT_END);
  return open && flush();
}

static bool call(span id, span frame) {
  static const char *const NAME[] = {"params", "name", NULL};
  static const char *const TEXT_ARGUMENT[] = {"params", "arguments", "text", NULL};
  static const char *const BYTES_ARGUMENT[] = {"params", "arguments", "bytes", NULL};
  span name, argument;
  if (!member_at(frame, NAME, &name)) return fail(id, "{\"code\":-32602,\"message\":\"no tool name\"}");
  if (same(name, "\"echo\"") && member_at(frame, TEXT_ARGUMENT, &argument)) return echo(id, argument);
  if (same(name, "\"blob\"") && member_at(frame, BYTES_ARGUMENT, &argument)) return blob(id, strtoul(argument.at, NULL, 10));
  return fail(id, "{\"code\":-32602,\"message\":\"unknown tool or wrong arguments\"}");
}

static bool answer(span id, span method, span frame) {
  if (same(method, "\"tools/call\"")) return call(id, frame);
  if (same(method, "\"initialize\"")) return reply(id, ",\"result\":", INITIALIZED);
  if (same(method, "\"tools/list\"")) return reply(id, ",\"result\":", TOOLS);
  if (same(method, "\"ping\"")) return reply(id, ",\"result\":", "{}");
  return fail(id, "{\"code\":-32601,\"message\":\"Method not found\"}");
}

int main(void) {
  lines input = {.fd = STDIN_FILENO};
  span frame, id, method;
  while (next_line(&input, &frame)) {
    if (!member(frame, "id", &id) || !member(frame, "method", &method)) continue;
    if (!answer(id, method, frame)) return 1;
  }
  return 0;
}
