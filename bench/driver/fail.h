#ifndef FAIL_H
#define FAIL_H

// Ends the run with a message on stderr; children that still run are killed on the way out.
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

#endif
