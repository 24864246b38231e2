#!/bin/sh
# Installs what the rigs need, as pinned by the lockfiles.
#
#     setup.sh [conformance] [servers] [sdks] [clients]      without arguments: all of them
#
# conformance: the conformance suite and the MCP SDK (60 MB). servers: real MCP servers (550 MB). sdks: client libraries of several ages (70 MB). clients: real MCP clients (1.2 GB).
set -eu
cd "$(dirname "$0")"

fail() {
  echo "error: $*" >&2
  exit 1
}

# npm_ci DIRECTORY [OPTION…]
npm_ci() {
  directory=$1
  shift
  echo "installing rigs/$directory"
  (cd "$directory" && npm ci --no-audit --no-fund --loglevel=error "$@") || fail "npm ci failed in rigs/$directory"
}

major() {
  "$1" -p 'process.versions.node.split(".")[0]'
}

command -v node >/dev/null || fail 'node is missing: install Node.js 20 or newer'
command -v npm >/dev/null || fail 'npm is missing: install it, it comes with Node.js'
[ "$(major node)" -ge 20 ] || fail "Node.js 20 or newer is needed, this is $(node --version)"

[ $# -gt 0 ] || set -- conformance servers sdks clients
for part in "$@"; do
  case $part in
    conformance | servers | sdks | clients) ;;
    *) fail "unknown part '$part'; there are conformance, servers, sdks and clients" ;;
  esac
done

# The suite, some servers and some clients want a newer Node.js than many machines have.
if [ "$(major node)" -lt 22 ]; then
  npm_ci node # with its install script, which fetches the package for this platform
  newer=$PWD/node/node_modules/node/bin
  [ -x "$newer/node" ] || fail 'npm ci in rigs/node brought no node: does npm run install scripts here?'
  PATH=$newer:$PATH
fi

npm_ci . --ignore-scripts # the libraries of the rigs themselves, whatever the part
for part in "$@"; do
  case $part in
    conformance) ;;
    servers) npm_ci servers --ignore-scripts ;;
    sdks) npm_ci sdks --ignore-scripts ;;
    clients)
      npm_ci clients --ignore-scripts
      node clients/node_modules/@anthropic-ai/claude-code/install.cjs || fail 'install.cjs of Claude Code failed'
      ;;
  esac
done
echo 'the rigs are set up'
