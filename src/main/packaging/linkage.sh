#!/bin/sh
# Fails unless a Linux binary runs wherever there is a C library of this age: it needs no other library, and no newer symbol. A
# binary for musl needs none at all.
#
# usage: linkage.sh BINARY [GLIBC]
#   GLIBC  the oldest glibc it has to run with; default: what install.sh asks for
set -eu

here=$(cd "$(dirname "$0")" && pwd)

main() {
    if [ $# -lt 1 ] || [ $# -gt 2 ]; then
        echo "usage: $0 BINARY [GLIBC]" >&2
        exit 2
    fi
    export LC_ALL=C
    oldest=${2:-$(sed -n 's/^oldest_glibc=//p' "$here/../../../install.sh")}
    needed=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    others=$(printf '%s\n' "$needed" | grep -vxE 'libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|librt\.so\.1|ld-linux-.*' || true)
    if [ -n "$others" ]; then
        echo "error: $1 needs more than the C library: $(echo "$others" | tr '\n' ' ')" >&2
        exit 1
    fi
    newest=$(readelf -V "$1" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -uV | tail -n 1)
    if [ -n "$needed" ] && [ -z "$newest" ]; then
        echo "error: the versions that $1 needs of libc cannot be read" >&2
        exit 1
    fi
    if [ -n "$newest" ] && [ "$(printf '%s\n' "$newest" "$oldest" | sort -V | tail -n 1)" != "$oldest" ]; then
        echo "error: $1 needs glibc $newest, which is newer than $oldest" >&2
        exit 1
    fi
    if [ -n "$newest" ]; then echo "$1: libc alone, glibc $newest or newer"; else echo "$1: static"; fi
}

main "$@"
