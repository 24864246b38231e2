#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "fail.h"

extern char **environ;

// Room for one element more than `count`; arrays here are small and read once.
static void *grown(void *array, size_t count, size_t element) {
  void *larger = realloc(array, (count + 1) * element);
  if (larger == NULL) abort();
  return larger;
}

static void append(char ***texts, size_t *count, char *text) {
  *texts = grown(*texts, *count + 1, sizeof **texts);
  (*texts)[(*count)++] = text;
  (*texts)[*count] = NULL;
}

static void add_candidate(plan *to, char *label) {
  to->candidates = grown(to->candidates, to->count, sizeof *to->candidates);
  candidate *added = &to->candidates[to->count++];
  *added = (candidate){.label = label};
  for (char **variable = environ; *variable != NULL; variable++) append(&added->env, &added->env_count, *variable);
}

static void set_variable(candidate *of, char *assignment) {
  size_t name = strcspn(assignment, "=") + 1;
  for (size_t i = 0; i < of->env_count; i++)
    if (strncmp(of->env[i], assignment, name) == 0) {
      of->env[i] = assignment;
      return;
    }
  append(&of->env, &of->env_count, assignment);
}

static void add_command(candidate *to, char *program) {
  to->commands = grown(to->commands, to->count, sizeof *to->commands);
  command *added = &to->commands[to->count++];
  *added = (command){0};
  append(&added->argv, &added->count, program);
}

static void take(plan *into, const char *keyword, char *rest) {
  candidate *last = into->count > 0 ? &into->candidates[into->count - 1] : NULL;
  if (strcmp(keyword, "candidate") == 0) add_candidate(into, rest);
  else if (last != NULL && strcmp(keyword, "env") == 0) set_variable(last, rest);
  else if (last != NULL && strcmp(keyword, "command") == 0) add_command(last, rest);
  else if (last != NULL && last->count > 0 && strcmp(keyword, "arg") == 0)
    append(&last->commands[last->count - 1].argv, &last->commands[last->count - 1].count, rest);
  else fail("plan: '%s' is unknown or out of place", keyword);
}

plan read_plan(FILE *from) {
  plan read = {0};
  char *line = NULL;
  size_t size = 0;
  for (ssize_t length; (length = getline(&line, &size, from)) > 0;) {
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    char *rest = strchr(line, ' ');
    if (rest == NULL) fail("plan: no value in '%s'", line);
    *rest = '\0';
    char *kept = strdup(rest + 1);
    if (kept == NULL) abort();
    take(&read, line, kept);
  }
  free(line);
  if (read.count == 0) fail("plan: no candidate");
  for (size_t i = 0; i < read.count; i++)
    if (read.candidates[i].count == 0) fail("plan: candidate %s has no command", read.candidates[i].label);
  return read;
}
