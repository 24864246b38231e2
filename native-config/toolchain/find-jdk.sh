#!/bin/sh
# Prints the home directory of a JDK 25 of this machine.
#
# usage: find-jdk.sh [--plain] [--at-least X.Y.Z]
#   --plain           leave out JDKs that bring a native-image of their own (GraalVM, or a home made by bootstrap.sh)
#   --at-least X.Y.Z  leave out JDKs older than this
#
# NATIVE_JDK decides when it is set. Otherwise the first match of: JAVA_HOME, the variables that GitHub's runners set for
# each JDK, javac on PATH, the places where package managers, SDKMAN, IDEs and Maven put JDKs.
#
# exit codes: 0 found, 2 wrong usage, 3 none found (the reasons are on stderr)
set -eu

feature_version=25

candidates() {
    printf '%s\n' "${JAVA_HOME:-}" "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_25_ARM64:-}"
    javac_on_path=$(command -v javac || true)
    if [ -n "$javac_on_path" ]; then
        javac_on_path=$(readlink -f "$javac_on_path")
        dirname "$(dirname "$javac_on_path")"
    fi
    for directory in /usr/lib/jvm/* /usr/java/* /opt/java/* \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.m2/jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        printf '%s\n' "$directory"
    done
}

version_of() {
    sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$1/release" 2> /dev/null || true
}

# is_older A B: A comes before B, number by number.
is_older() {
    awk -v a="$1" -v b="$2" 'BEGIN {
        split(a, x, /[.+_-]/); split(b, y, /[.+_-]/)
        for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) exit !(x[i] + 0 < y[i] + 0)
        exit 1
    }'
}

# Why a directory is not the JDK we look for; prints nothing when it is.
objection() {
    [ -x "$1/bin/javac" ] || { echo "no JDK (bin/javac is missing)"; return; }
    version=$(version_of "$1")
    case $version in
        "$feature_version" | "$feature_version".* | "$feature_version"-*) ;;
        *) echo "Java ${version:-of unknown version}"; return ;;
    esac
    if [ -n "$at_least" ] && is_older "$version" "$at_least"; then
        echo "Java $version, older than $at_least"
    elif [ -n "$plain" ] && { [ -e "$1/lib/svm" ] || [ -e "$1/bin/native-image" ]; }; then
        echo "not a plain JDK (it has a native-image of its own)"
    fi
}

none_found() {
    {
        echo "error: no ${plain:+plain }JDK $feature_version${at_least:+ ($at_least or newer)} was found."
        if [ -n "$rejected" ]; then printf 'Looked at:\n%s' "$rejected"; fi
        echo "Install one, for example Temurin $feature_version (https://adoptium.net), or point NATIVE_JDK or JAVA_HOME at one."
    } >&2
    exit 3
}

# Sets found; remembers the objection otherwise.
consider() {
    reason=$(objection "$1")
    if [ -z "$reason" ]; then found=$1; return; fi
    rejected="$rejected  $1: $reason
"
}

main() {
    plain='' at_least='' found='' rejected=''
    while [ $# -gt 0 ]; do
        case $1 in
            --plain) plain=yes ;;
            --at-least) [ $# -ge 2 ] || usage; at_least=$2; shift ;;
            *) usage ;;
        esac
        shift
    done
    if [ -n "${NATIVE_JDK:-}" ]; then
        consider "$NATIVE_JDK"
    else
        while IFS= read -r directory; do
            if [ -n "$found" ] || [ ! -d "$directory" ]; then continue; fi
            consider "$directory"
        done <<END
$(candidates)
END
    fi
    [ -n "$found" ] || none_found
    (cd -P "$found" && pwd)
}

usage() {
    echo "usage: $0 [--plain] [--at-least X.Y.Z]" >&2
    exit 2
}

main "$@"
