#!/bin/sh
# Writes DIR/SHA256SUMS: one line for each archive in DIR, by its plain name.
#
# usage: checksums.sh DIR
set -eu

if [ $# -ne 1 ]; then
    echo "usage: $0 DIR" >&2
    exit 2
fi
cd "$1"
set -- lazymcp-*.tar.gz lazymcp-*.zip
for archive; do
    shift
    if [ -f "$archive" ]; then set -- "$@" "$archive"; fi
done
if [ $# -eq 0 ]; then
    echo "error: there is no archive in $PWD" >&2
    exit 1
fi
if command -v sha256sum > /dev/null; then
    sha256sum "$@" > SHA256SUMS
else
    shasum -a 256 "$@" > SHA256SUMS
fi
