#!/bin/sh
# The bench with all it needs: see README.md.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ -d "$here/node_modules" ] || npm ci --prefix "$here" --no-audit --no-fund >&2
exec node "$here/run.mjs" "$@"
