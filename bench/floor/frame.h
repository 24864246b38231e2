// JSON-RPC frames as lines of bytes: just enough for the floors and the driver, no parser, no copies.
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *at;
  size_t length;
} span;

// The raw text of an object's own member (never of a nested one); false when it is not there or the text is cut off.
bool member(span object, const char *name, span *value);

// Follows `names` (ended by NULL) down through nested objects.
bool member_at(span object, const char *const *names, span *value);

bool same(span text, const char *literal);

// Splits what a file descriptor delivers into lines; the buffer grows with the longest line.
typedef struct {
  int fd;
  char *bytes;
  size_t start, end, capacity;
  size_t searched; // bytes after `start` that are known to hold no line end
} lines;

// A line that is already buffered, without its end; false when more bytes are needed.
bool buffered_line(lines *from, span *line);

// One read(2) into the buffer: its result.
long fill(lines *from);

// Blocks for the next line; false at end of input.
bool next_line(lines *from, span *line);

void free_lines(lines *from);

// Writes everything, however the pipe cuts it; false when the reader is gone.
bool write_all(int fd, const char *bytes, size_t length);

#endif
