#!/bin/sh
# Prints the GRAALVM_HOME to build native images with. Progress and errors go to stderr.
#
# usage: find-builder.sh [--no-bootstrap]
#   --no-bootstrap  only look for an installed GraalVM, assemble nothing
#
# An installed GraalVM 25 always wins: GRAALVM_HOME, then JAVA_HOME, then native-image on PATH. Without one, bootstrap.sh
# assembles a builder on Linux x86-64 in ${XDG_CACHE_HOME:-~/.cache}/lazymcp/native-builder.
#
# exit codes: 0 printed, 1 the bootstrap failed, 2 wrong usage, 3 no GraalVM here and none can be assembled
set -eu

feature_version=25
here=$(cd "$(dirname "$0")" && pwd)

usage() {
    echo "usage: $0 [--no-bootstrap]" >&2
    exit 2
}

is_graalvm() {
    [ -x "$1/bin/native-image" ] && grep -q "^JAVA_VERSION=\"${feature_version}[.\"-]" "$1/release" 2> /dev/null
}

# The home that a native-image on PATH belongs to: the nearest directory above it that has a release file. (In a GraalVM,
# bin/native-image is a link to lib/svm/bin/native-image; package managers add links of their own.)
home_on_path() {
    program=$(command -v native-image) || return 0
    directory=$(dirname "$(readlink -f "$program")")
    while [ "$directory" != / ] && [ ! -f "$directory/release" ]; do directory=$(dirname "$directory"); done
    echo "$directory"
}

find_installed() {
    if [ -n "${GRAALVM_HOME:-}" ]; then
        if is_graalvm "$GRAALVM_HOME"; then echo "$GRAALVM_HOME"; return; fi
        echo "warning: GRAALVM_HOME is $GRAALVM_HOME, which is no GraalVM $feature_version with bin/native-image; not used" >&2
    fi
    for home in "${JAVA_HOME:-}" "$(home_on_path)"; do
        if [ -n "$home" ] && is_graalvm "$home"; then echo "$home"; return; fi
    done
}

main() {
    bootstrap=yes
    case $#:${1:-} in
        0:) ;;
        1:--no-bootstrap) bootstrap='' ;;
        *) usage ;;
    esac
    home=$(find_installed)
    if [ -n "$home" ]; then echo "$home"; return; fi
    if [ -n "$bootstrap" ] && [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ]; then
        "$here/bootstrap.sh" >&2 || exit 1
        "$here/bootstrap.sh" --print-directory
        return
    fi
    {
        echo "error: no GraalVM $feature_version was found (looked at GRAALVM_HOME, JAVA_HOME and native-image on PATH)."
        echo "Install GraalVM for JDK $feature_version from https://www.graalvm.org/downloads/ and set GRAALVM_HOME to it."
    } >&2
    exit 3
}

main "$@"
