// A process under test: started by posix_spawn, spoken to in JSON-RPC lines over two pipes.
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "../floor/frame.h"
#include "plan.h"

typedef struct {
  const char *label;
  pid_t pid;
  int to;
  lines from;
  int64_t started_ns; // just before the spawn
} child;

// Children's stderr goes there (appended); /dev/null when it is not set.
void log_children_to(const char *path);

// Starts `number`th command of the candidate. `first` is in the pipe before the process exists: what is timed is the child,
// not when the scheduler lets the driver write.
void start_child(child *into, const candidate *of, size_t number, const char *first);

void send_line(child *to, const char *line);

// Blocks for the answer to request `id`, skipping everything else; fails the run on an error answer or at end of output.
void await(child *of, long id, span *answer);

// Whether a line is the answer to `id`; an error answer fails the run.
bool answers(const child *of, span line, long id);

// `initialize` (already sent, id 1), `initialized`, `tools/list` (id 2): what every client does at session start.
extern const char INITIALIZE[];
extern const char LIST[];

// A client's whole opening: starts, and waits for both answers.
void open_session(child *into, const candidate *of, size_t number);

// Closes the child's stdin, which ends the session: it should go by itself.
void end_input(child *of);

// Ends the session and reaps; kills what has not gone after `patience_ms`, and says so. `usage` may be NULL.
bool stop_child(child *of, long patience_ms, struct rusage *usage);

// The whole run may take this long; then it fails, naming `doing`.
void watchdog(unsigned seconds, const char *doing);

#endif
