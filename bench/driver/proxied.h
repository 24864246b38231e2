// Sessions with the echo server, direct or behind a proxy that must be made to start it.
#ifndef PROXIED_H
#define PROXIED_H

#include "child.h"

#define FIRST_CALL 10 // ids below belong to the opening

// Opens a session, makes one real call and leaves the proxy time for what it does after an activation.
void open_active(child *into, const candidate *of);

void open_all(child *into, const plan *of);
void stop_all(child *sessions, size_t count);

// A call of `echo` with a text that only this id has.
void call_echo(child *to, long id);

// Fails the run unless the answer holds that text.
void check_echo(const child *of, span answer, long id);

#endif
