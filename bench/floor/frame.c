#include "frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
  return at;
}

// `at` is on the opening quote; the result is behind the closing one, NULL when there is none.
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end; at++) {
    if (*at == '\\') at++;
    else if (*at == '"') return at + 1;
  }
  return NULL;
}

static const char *skip_nested(const char *at, const char *end) {
  int depth = 0;
  while (at < end) {
    if (*at == '"') {
      if ((at = skip_string(at, end)) == NULL) return NULL;
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if ((*at == '}' || *at == ']') && --depth == 0) return at + 1;
    at++;
  }
  return NULL;
}

static const char *skip_value(const char *at, const char *end) {
  if (at == end) return NULL;
  if (*at == '"') return skip_string(at, end);
  if (*at == '{' || *at == '[') return skip_nested(at, end);
  while (at < end && *at != ',' && *at != '}' && *at != ']' && *at != ' ') at++;
  return at;
}

bool member(span object, const char *name, span *value) {
  const char *end = object.at + object.length;
  const char *at = skip_space(object.at, end);
  size_t name_length = strlen(name);
  if (at == end || *at++ != '{') return false;
  for (;;) {
    const char *key = at = skip_space(at, end);
    if (at == end || *at != '"' || (at = skip_string(at, end)) == NULL) return false;
    bool found = (size_t)(at - key) == name_length + 2 && memcmp(key + 1, name, name_length) == 0;
    at = skip_space(at, end);
    if (at == end || *at++ != ':') return false;
    const char *from = at = skip_space(at, end);
    if ((at = skip_value(at, end)) == NULL) return false;
    if (found) {
      *value = (span){from, (size_t)(at - from)};
      return true;
    }
    at = skip_space(at, end);
    if (at == end || *at++ != ',') return false;
  }
}

bool member_at(span object, const char *const *names, span *value) {
  *value = object;
  for (; *names != NULL; names++)
    if (!member(*value, *names, value)) return false;
  return true;
}

bool same(span text, const char *literal) {
  return text.length == strlen(literal) && memcmp(text.at, literal, text.length) == 0;
}

bool buffered_line(lines *from, span *line) {
  size_t known = from->start + from->searched;
  char *end = from->end > known ? memchr(from->bytes + known, '\n', from->end - known) : NULL;
  if (end == NULL) {
    from->searched = from->end - from->start;
    return false;
  }
  *line = (span){from->bytes + from->start, (size_t)(end - from->bytes) - from->start};
  from->start += line->length + 1;
  from->searched = 0;
  return true;
}

static void make_room(lines *from) {
  if (from->start == from->end) from->start = from->end = 0;
  if (from->end < from->capacity) return;
  if (from->start > 0) {
    memmove(from->bytes, from->bytes + from->start, from->end - from->start);
    from->end -= from->start;
    from->start = 0;
    return;
  }
  from->capacity = from->capacity == 0 ? 1 << 16 : from->capacity * 2;
  from->bytes = realloc(from->bytes, from->capacity);
  if (from->bytes == NULL) abort();
}

long fill(lines *from) {
  make_room(from);
  ssize_t got;
  do got = read(from->fd, from->bytes + from->end, from->capacity - from->end);
  while (got < 0 && errno == EINTR);
  if (got > 0) from->end += (size_t)got;
  return got;
}

bool next_line(lines *from, span *line) {
  while (!buffered_line(from, line))
    if (fill(from) <= 0) return false;
  return true;
}

void free_lines(lines *from) {
  free(from->bytes);
  *from = (lines){.fd = -1};
}

bool write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t put = write(fd, bytes, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes += put;
    length -= (size_t)put;
  }
  return true;
}
