#!/bin/sh
# Checks the shell scripts of the repository and runs their tests. Installs what these need where it may (root, apt).
set -eu

cd "$(dirname "$0")/../../.."

missing=''
for program in bats shellcheck zsh zip unzip; do
    command -v "$program" > /dev/null || missing="$missing $program"
done
if [ -n "$missing" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
        echo "error: install$missing" >&2
        exit 1
    fi
    echo "installing with apt-get:$missing"
    apt-get update -qq
    # shellcheck disable=SC2086 # a list
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
fi

find install.sh native-config src/main/packaging src/test/sh rigs/*.sh rigs/fresh-root \( -name '*.sh' -o -name '*.bats' \) -exec shellcheck {} +
bats src/test/sh
