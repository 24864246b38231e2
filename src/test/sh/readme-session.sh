#!/bin/sh
# Runs the first session of the README, line by line as it stands there, with the binary that LAZYMCP names.
set -eu
cd "$(dirname "$0")/../../.."
: "${LAZYMCP:?set it to the binary to test}"

work=$(mktemp -d)
trap 'rm -rf "$work" first-session' EXIT
awk '/<!-- session -->/ { on = 1 } /<!-- \/session -->/ { on = 0 }
     on && /^```/ { code = ($0 == "```sh"); next }
     on && code' README.md > "$work/session.sh"
[ -s "$work/session.sh" ] || { echo "error: README.md has no lines between <!-- session --> and <!-- /session -->" >&2; exit 1; }

# A home of its own, with the binary where the README has it; npm keeps its settings.
export NPM_CONFIG_USERCONFIG="${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}"
export npm_config_cache="${npm_config_cache:-$HOME/.npm}"
export HOME="$work/home"
mkdir -p "$HOME/.local/bin"
cp "$LAZYMCP" "$HOME/.local/bin/lazymcp"

rm -rf first-session
bash -euo pipefail -x "$work/session.sh" > "$work/out" 2> "$work/err" || {
    code=$?
    cat "$work/out" "$work/err"
    echo "error: the README's session fails with exit code $code" >&2
    exit 1
}
cat "$work/out"

expect() {
    grep -q "$1" "$work/out" || { echo "error: the README's session does not show: $1" >&2; exit 1; }
}
expect 'Echo: hello'                      # the real server answers, before and after
expect 'tools/call use_everything'        # through the one tool of the stub
expect '^    1 tool,'                     # which is all that is listed while the server sleeps
expect '"wrap"'                           # the entry was rewritten
cmp first-session/.mcp.json first-session/original.json || { echo 'error: restore did not bring the file back' >&2; exit 1; }
