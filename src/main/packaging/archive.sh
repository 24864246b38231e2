#!/bin/sh
# Makes the archive of a release: lazymcp-VERSION-PLATFORM.tar.gz, or .zip for Windows.
#
# usage: archive.sh BINARY VERSION PLATFORM DIR
#
# The program itself prints its manual and completions, so it has to run here. LAZYMCP_RUNS names another build of the same
# commit that does, for an archive of another platform.
set -eu

repository=$(cd "$(dirname "$0")/../../.." && pwd)

main() {
    if [ $# -ne 4 ]; then
        echo "usage: $0 BINARY VERSION PLATFORM DIR" >&2
        exit 2
    fi
    binary=$1
    name=lazymcp-$2-$3
    mkdir -p "$4"
    out=$(cd "$4" && pwd)
    runs=${LAZYMCP_RUNS:-$binary}
    said=$("$runs" --version | head -n 1 | tr -d '\r')
    if [ "$said" != "lazymcp $2" ]; then
        echo "error: $runs says that it is '$said', not 'lazymcp $2'" >&2
        exit 1
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    fill "$work/$name"
    case $3 in
        windows-*) zip_up "$out/$name.zip" ;;
        *) tar -czf "$out/$name.tar.gz" -C "$work" "$name" ;;
    esac
}

fill() { # DIRECTORY
    mkdir -p "$1/completions"
    case $name in
        *-windows-*) cp "$binary" "$1/lazymcp.exe" ;;
        *) cp "$binary" "$1/lazymcp" && chmod 755 "$1/lazymcp" ;;
    esac
    cp "$repository/LICENSE" "$repository/README.md" "$1"
    "$runs" man --write "$1/man"
    "$runs" completion bash > "$1/completions/lazymcp.bash"
    "$runs" completion zsh > "$1/completions/_lazymcp"
    "$runs" completion fish > "$1/completions/lazymcp.fish"
    "$runs" completion powershell > "$1/completions/lazymcp.ps1"
}

zip_up() { # FILE
    rm -f "$1"
    cd "$work"
    if command -v zip > /dev/null; then
        zip -qr "$1" "$name"
    else # Git's shell on Windows has no zip, the runners of GitHub have 7-Zip
        7z a -bso0 -tzip "$1" "$name"
    fi
}

main "$@"
