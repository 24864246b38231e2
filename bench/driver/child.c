#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "fail.h"

#define CHILDREN 256

const char INITIALIZE[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
    "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}\n";
const char LIST[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}\n";

static volatile sig_atomic_t running[CHILDREN];
static const char *log_path = "/dev/null";
static const char *watched = "";

void log_children_to(const char *path) { log_path = path; }

static void kill_all(void) {
  for (size_t i = 0; i < CHILDREN; i++)
    if (running[i] != 0) kill(running[i], SIGKILL);
}

static void remember(pid_t pid) {
  for (size_t i = 0; i < CHILDREN; i++)
    if (running[i] == 0) {
      running[i] = pid;
      return;
    }
  kill(pid, SIGKILL);
  fail("more than %d children at once", CHILDREN);
}

static void forget(pid_t pid) {
  for (size_t i = 0; i < CHILDREN; i++)
    if (running[i] == pid) running[i] = 0;
}

static void give_up(int signal_number) {
  static const char MESSAGE[] = "driver: stopped, or out of time, while ";
  if (write(STDERR_FILENO, MESSAGE, sizeof MESSAGE - 1) > 0 && write(STDERR_FILENO, watched, strlen(watched)) > 0)
    (void)!write(STDERR_FILENO, "\n", 1);
  kill_all();
  _exit(128 + signal_number);
}

void watchdog(unsigned seconds, const char *doing) {
  static bool armed;
  watched = doing;
  if (!armed) {
    armed = true;
    atexit(kill_all);
    signal(SIGPIPE, SIG_IGN); // a child that died shows by its closed output, not by our death
    signal(SIGALRM, give_up);
    signal(SIGINT, give_up);
    signal(SIGTERM, give_up);
  }
  alarm(seconds);
}

static pid_t spawn(const candidate *of, char *const *argv, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  pid_t pid;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  int failure = posix_spawnp(&pid, argv[0], &actions, &attributes, argv, of->env);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) fail("%s: %s: %s", of->label, argv[0], strerror(failure));
  return pid;
}

void start_child(child *into, const candidate *of, size_t number, const char *first) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) fail("pipe: %s", strerror(errno));
  *into = (child){.label = of->label, .to = input[1], .from = {.fd = output[0]}};
  send_line(into, first);
  into->started_ns = now_ns();
  into->pid = spawn(of, of->commands[number].argv, input[0], output[1]);
  remember(into->pid);
  close(input[0]);
  close(output[1]);
}

void send_line(child *to, const char *line) {
  if (!write_all(to->to, line, strlen(line))) fail("%s: closed its input", to->label);
}

bool answers(const child *of, span line, long id) {
  span value;
  if (!member(line, "id", &value) || strtol(value.at, NULL, 10) != id || member(line, "method", &value)) return false;
  if (member(line, "result", &value)) return true;
  fail("%s: request %ld was answered %.*s", of->label, id, (int)(line.length < 400 ? line.length : 400), line.at);
}

void await(child *of, long id, span *answer) {
  while (next_line(&of->from, answer))
    if (answers(of, *answer, id)) return;
  fail("%s: ended its output before answering request %ld", of->label, id);
}

void open_session(child *into, const candidate *of, size_t number) {
  span answer;
  start_child(into, of, number, INITIALIZE);
  await(into, 1, &answer);
  send_line(into, LIST);
  await(into, 2, &answer);
}

void end_input(child *of) {
  if (of->to >= 0) close(of->to);
  of->to = -1;
}

bool stop_child(child *of, long patience_ms, struct rusage *usage) {
  static const long STEP_MS = 1;
  int status;
  pid_t gone = 0;
  end_input(of);
  for (long waited = 0; gone == 0 && waited < patience_ms; waited += STEP_MS) {
    gone = wait4(of->pid, &status, WNOHANG, usage);
    if (gone == 0) sleep_ms(STEP_MS);
  }
  bool by_itself = gone == of->pid;
  if (!by_itself) {
    kill(of->pid, SIGKILL);
    wait4(of->pid, &status, 0, usage);
  }
  close(of->from.fd);
  free_lines(&of->from);
  forget(of->pid);
  return by_itself;
}
