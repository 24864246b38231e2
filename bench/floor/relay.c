// The floor of a proxy: `relay [options] -- SERVER ARGS…` starts the server at once and copies bytes both ways,
// one thread a direction, as a proxy of two blocking pumps does. What it adds to a call is the price of two more pipes and
// two more wake-ups; a proxy that also looks into the frames cannot be below it.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frame.h"

extern char **environ;

struct pump {
  int from, to;
};

static void *copy(void *argument) {
  struct pump *pump = argument;
  static _Thread_local char bytes[1 << 16];
  ssize_t got;
  while ((got = read(pump->from, bytes, sizeof bytes)) > 0)
    if (!write_all(pump->to, bytes, (size_t)got)) break;
  close(pump->to);
  return NULL;
}

static char **server_command(char **arguments) {
  while (*arguments != NULL && strcmp(*arguments, "--") != 0) arguments++;
  return *arguments == NULL ? arguments : arguments + 1;
}

static int start(char **command, int to_server[2], int from_server[2], pid_t *server) {
  if (pipe2(to_server, O_CLOEXEC) != 0 || pipe2(from_server, O_CLOEXEC) != 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_server[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_server[1], STDOUT_FILENO);
  int failure = posix_spawnp(server, command[0], &actions, NULL, command, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to_server[0]);
  close(from_server[1]);
  return failure;
}

int main(int count, char **arguments) {
  (void)count;
  char **command = server_command(arguments);
  int to_server[2], from_server[2];
  pid_t server;
  if (*command == NULL) return fputs("usage: relay [options] -- SERVER ARGS...\n", stderr), 2;
  int failure = start(command, to_server, from_server, &server);
  if (failure != 0) return fprintf(stderr, "relay: %s: %s\n", command[0], strerror(failure)), 127;
  struct pump up = {STDIN_FILENO, to_server[1]}, down = {from_server[0], STDOUT_FILENO};
  pthread_t upward;
  if (pthread_create(&upward, NULL, copy, &up) != 0) return 1;
  copy(&down);
  int status;
  waitpid(server, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
