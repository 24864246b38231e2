// What the kernel knows of a process (proc(5)).
#ifndef PROC_H
#define PROC_H

#include <stdint.h>
#include <sys/types.h>

typedef struct {
  long rss_kb, pss_kb, private_kb; // private: Private_Clean + Private_Dirty, what goes away with this process
} memory;

typedef struct {
  long minor, major; // page faults so far
  long threads;
} faults;

typedef struct {
  char name[32];
  pid_t tid;
  long voluntary, involuntary; // context switches
  int64_t run_ns;              // on a CPU; -1 when the kernel keeps no schedstat
} thread_use;

memory memory_of(pid_t pid);

faults faults_of(pid_t pid);

// A field of /proc/PID/status in its unit (kB for memory); -1 when it is not there.
long status_of(pid_t pid, const char *field);

// From now on VmHWM means: the peak since this call.
void reset_peak(pid_t pid);

// At most `room` threads of the process; the number found.
size_t threads_of(pid_t pid, thread_use *into, size_t room);

#endif
