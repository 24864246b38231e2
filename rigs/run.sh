#!/bin/sh
# Runs rigs against the lazymcp executable that LAZYMCP names.
#
#     LAZYMCP=path/to/lazymcp run.sh [unit] [conformance] [modern] [servers] [control] [check] [remote] [sdks] [clients]      without arguments: all of them
#
# Exits with 1 if any of them failed, after all have run.
set -eu
rigs=$(cd "$(dirname "$0")" && pwd)

[ $# -gt 0 ] || set -- unit conformance modern servers control check remote sdks clients
failed=
for rig in "$@"; do
  echo "== $rig"
  case $rig in
    unit) (cd "$rigs" && npm test --silent) || failed="$failed $rig" ;;
    conformance | modern | servers | control | check | remote | sdks | clients) node "$rigs/$rig/run.mjs" || failed="$failed $rig" ;;
    *)
      echo "error: no rig '$rig'; there are unit, conformance, modern, servers, control, check, remote, sdks and clients" >&2
      exit 2
      ;;
  esac
done
[ -z "$failed" ] || {
  echo "failed:$failed" >&2
  exit 1
}
