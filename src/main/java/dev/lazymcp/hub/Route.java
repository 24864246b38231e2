package dev.lazymcp.hub;

/**
 * Where a name or an address that the client uses leads.
 *
 * @param member whose it is
 * @param name what that calls it
 * @param raw whether the client uses the member's own spelling, and so expects it in answers as well
 */
record Route(Member member, String name, boolean raw) {}
