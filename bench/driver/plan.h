// What to measure, read from stdin as lines `keyword rest-of-line`:
//   candidate LABEL       begins a candidate; its commands follow
//   command PROGRAM       begins one command line of it
//   arg ARGUMENT          the command's next argument, verbatim to the end of the line
//   env NAME=VALUE        one variable of the candidate, on top of the driver's own
#ifndef PLAN_H
#define PLAN_H

#include <stddef.h>
#include <stdio.h>

typedef struct {
  char **argv; // ended by NULL
  size_t count;
} command;

typedef struct {
  char *label;
  command *commands;
  size_t count;
  char **env; // the whole environment, ended by NULL
  size_t env_count;
} candidate;

typedef struct {
  candidate *candidates;
  size_t count;
} plan;

plan read_plan(FILE *from);

#endif
