#!/bin/sh
# Runs the sessions of the README and of docs/, line by line as they stand there, with the binary that LAZYMCP names, and looks
# for what they promise.
set -eu
cd "$(dirname "$0")/../../.."
: "${LAZYMCP:?set it to the binary to test}"

work=$(mktemp -d)
trap 'rm -rf "$work" ./*-session' EXIT

# A home of its own, with the binary where the documents have it; npm keeps its settings.
export NPM_CONFIG_USERCONFIG="${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}"
export npm_config_cache="${npm_config_cache:-$HOME/.npm}"
export HOME="$work/home"
mkdir -p "$HOME/.local/bin"
cp "$LAZYMCP" "$HOME/.local/bin/lazymcp"
unset LAZYMCP_SESSION LAZYMCP_HOME XDG_RUNTIME_DIR XDG_STATE_HOME || true
# Whoever runs this may have sessions of his own.
export LAZYMCP_HOME="$work/home/lazymcp"

# session DOCUMENT DIRECTORY
session() {
    document=$1
    rm -rf "$2"
    awk '/<!-- session -->/ { on = 1 } /<!-- \/session -->/ { on = 0 }
         on && /^```/ { code = ($0 == "```sh"); next }
         on && code' "$document" > "$work/session.sh"
    [ -s "$work/session.sh" ] || { echo "error: $document has no lines between <!-- session --> and <!-- /session -->" >&2; exit 1; }
    bash -euo pipefail -x "$work/session.sh" > "$work/out" 2> "$work/err" || {
        code=$?
        cat "$work/out" "$work/err"
        echo "error: the session of $document fails with exit code $code" >&2
        exit 1
    }
    echo "== $document"
    cat "$work/out"
}

expect() {
    grep -q -e "$1" "$work/out" || { echo "error: the session of $document does not show: $1" >&2; exit 1; }
}

# For what is broken into lines by the width of what stands before it, such as the path of this checkout.
expect_wrapped() {
    tr -s " \n" "  " < "$work/out" | grep -q -e "$1" || { echo "error: the session of $document does not show: $1" >&2; exit 1; }
}

session README.md first-session
expect 'Echo: hello'                      # the real server answers, before and after
expect 'tools/call use_everything'        # through the one tool of the stub
expect '^    1 tool,'                     # which is all that is listed while the server sleeps
expect '"wrap"'                           # the entry was rewritten
cmp first-session/.mcp.json first-session/original.json || { echo 'error: restore did not bring the file back' >&2; exit 1; }

session docs/control.md control-session
expect '^everything: 1 tool: use_everything'               # zero schemas while it is registered
expect 'everything *REGISTERED '
expect '^everything: active now, [0-9]* tools in '         # the handshake ran for enable
expect '^everything: list changed: [0-9]* tools: '         # and the client was told
expect '^everything: echo says: Echo: in the session'
expect '^everything: disabled; its process is kept'
expect '^everything: list changed: 1 tool: use_everything' # the schemas are gone
expect '^everything: echo fails: everything is disabled. A person can run: lazymcp enable everything'
expect 'everything *SUSPENDED (disabled) '
expect '^everything: echo says: Echo: back'
expect 'the next call starts another'
expect '^everything: echo says: Echo: started again'
expect '^No stub runs.'                                    # nothing is left
[ "$(grep -c '^everything: list changed' "$work/out")" -eq 3 ] || { echo 'error: the list changed more or less than three times' >&2; exit 1; }

session docs/sync.md sync-session
expect '^one: echo says: Echo: still here'
expect '^waits, exit code 1'                               # somebody else's text is not run unasked
expect '^two: echo fails: .*removed from'
expect 'two *REMOVED '
expect 'three'                                             # the new one is named
expect '^one: list changed: 3 tools: echo, get-sum'                # the tools member counts
expect '^two: use_two says: Echo: there again'

session docs/remote.md remote-session
expect '"LAZYMCP_HEADER_1": "Bearer not-a-real-token"'     # the value is where it was
expect 'everything .*http http://localhost:38417/mcp'      # and the address is listed
expect 'Echo: from afar'
cmp remote-session/.mcp.json remote-session/original.json || { echo 'error: restore did not bring the file back' >&2; exit 1; }

session docs/agents.md agents-session
expect 'research *SUSPENDED (out of scope)'
expect '^research: echo fails: research is only for the agents Research'
expect 'anybody *REGISTERED '
expect '^research: in scope'
expect '^research: use_research says: Echo: in scope'
expect '^research: out of scope'
expect '^research: echo says: Echo: the same process'
expect 'research *SUSPENDED (disabled)'
expect '^refused with exit code 1'

session docs/plugins.md plugins-session
expect '^deploy@shop *ready *1.2.0 *1 *1 *cluster'
expect 'plugin:deploy:cluster *plugin *eager'
expect '^deploy@shop *load failed'
expect 'plugin.json:4:25:'
expect '^exit code 10'

session docs/clients.md rules-session
expect '^  Note: The stub of shop denies drop '            # said before it is written, with the rule and its place
expect 'mcp__shop__look in .*settings.json:1:'             # a rule that would not apply behind the stub
expect '"--deny-tools", "drop", "--", "sh"'
expect_wrapped '"mcp__shop__sell" in [^ ]*settings.json:1:[0-9]* denies sell,'
expect '^  Note: The stub of shop denies sell '

session docs/check.md check-session
expect '^everything *works *[0-9]'
expect '^ledger *failed: spawn'
expect '^ledger (required) failed in phase spawn:'
expect "Cannot find module"                                # its own words
expect '^exit code 11'
expect '^exit code 0'
expect 'everything *project *registered *[0-9]'            # known before its first start

session docs/call.md call-session
expect '^echo  *Echoes'                                    # what the server offers, started for that
expect '^Echo: from the shell'
expect 'The sum of 2 and 40 is 42'
expect '^Echo: through the stub'
expect 'everything *ACTIVE '
expect ' stub   start 1: '
expect '  everything  '

# The last, since it takes the program away.
session docs/uninstall.md uninstall-session
expect '^removed .*/\.local/bin/lazymcp$'
expect '^gone$'
