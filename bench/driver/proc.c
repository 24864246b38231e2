#include "proc.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"

// The number behind `field:` in a file of such lines; -1 when there is none.
static long field_in(const char *path, const char *field) {
  FILE *file = fopen(path, "re");
  if (file == NULL) fail("%s: %s", path, strerror(errno));
  char line[512];
  size_t length = strlen(field);
  long value = -1;
  while (value < 0 && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, field, length) == 0 && line[length] == ':') value = strtol(line + length + 1, NULL, 10);
  fclose(file);
  return value;
}

memory memory_of(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
  return (memory){.rss_kb = field_in(path, "Rss"),
                  .pss_kb = field_in(path, "Pss"),
                  .private_kb = field_in(path, "Private_Clean") + field_in(path, "Private_Dirty")};
}

long status_of(pid_t pid, const char *field) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  return field_in(path, field);
}

faults faults_of(pid_t pid) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) fail("%s: %s", path, strerror(errno));
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  const char *behind_name = strrchr(text, ')'); // the name may hold anything, spaces and parentheses too
  faults found = {0};
  // Fields 3 to 9 are skipped, then minflt, cminflt, majflt; num_threads is the 20th.
  if (behind_name == NULL || sscanf(behind_name + 1, " %*c %*d %*d %*d %*d %*d %*u %ld %*u %ld %*u %*u %*u %*d %*d %*d %*d %ld",
                                    &found.minor, &found.major, &found.threads) != 3)
    fail("%s: not understood", path);
  return found;
}

void reset_peak(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/clear_refs", pid);
  FILE *file = fopen(path, "we");
  if (file == NULL) fail("%s: %s", path, strerror(errno));
  fputs("5", file);
  if (fclose(file) != 0) fail("%s: %s", path, strerror(errno));
}

static void read_name(const char *task, char *name, size_t size) {
  char path[128];
  snprintf(path, sizeof path, "%s/comm", task);
  FILE *file = fopen(path, "re");
  if (file == NULL || fgets(name, (int)size, file) == NULL) snprintf(name, size, "?");
  if (file != NULL) fclose(file);
  name[strcspn(name, "\n")] = '\0';
}

static int64_t run_time(const char *task) {
  char path[128];
  long long run = -1;
  snprintf(path, sizeof path, "%s/schedstat", task);
  FILE *file = fopen(path, "re");
  if (file == NULL) return -1;
  if (fscanf(file, "%lld", &run) != 1) run = -1;
  fclose(file);
  return run;
}

size_t threads_of(pid_t pid, thread_use *into, size_t room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (tasks == NULL) fail("%s: %s", path, strerror(errno));
  size_t count = 0;
  for (struct dirent *entry; count < room && (entry = readdir(tasks)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char task[96], status[128];
    snprintf(task, sizeof task, "%s/%.20s", path, entry->d_name);
    snprintf(status, sizeof status, "%s/status", task);
    thread_use *use = &into[count++];
    use->tid = (pid_t)strtol(entry->d_name, NULL, 10);
    read_name(task, use->name, sizeof use->name);
    use->voluntary = field_in(status, "voluntary_ctxt_switches");
    use->involuntary = field_in(status, "nonvoluntary_ctxt_switches");
    use->run_ns = run_time(task);
  }
  closedir(tasks);
  return count;
}
