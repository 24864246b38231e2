#!/bin/sh
# Installs lazymcp. `install.sh --help` says how to use it.
#
# In a clone of the repository (this file beside pom.xml) it builds the native binary; elsewhere it downloads a release and
# verifies it. Nothing runs before the last line, so that a truncated download of this script does nothing.
set -eu

releases=https://github.com/lazymcp/lazymcp/releases
oldest_glibc=2.35 # that the builds for glibc run with
block_start='# >>> lazymcp >>>'
block_end='# <<< lazymcp <<<'

exit_failure=1
exit_usage=2
exit_platform=3
exit_download=4
exit_checksum=5
exit_write=6
exit_build=7
exit_missing_tool=8

help() {
    cat << 'END'
usage: install.sh [options]

Installs lazymcp, its manual and its completions: built from source in a clone of the repository, otherwise downloaded from
a release and verified against its SHA-256.

  --dir DIR          install into DIR                              (LAZYMCP_INSTALL_DIR; default: ~/.local/bin)
  --version VERSION  download this release, or "latest"            (LAZYMCP_VERSION)
  --from-source      build, or fail when this is not a clone       (LAZYMCP_FROM_SOURCE=1)
  --rebuild          build even if target/lazymcp is up to date    (LAZYMCP_REBUILD=1)
  --no-modify-path   leave the start-up files of the shells alone  (LAZYMCP_NO_MODIFY_PATH=1)
  --uninstall        remove all that was installed and the lines added to start-up files
  --quiet            print warnings and errors only                (LAZYMCP_QUIET=1)
  --help             this text

LAZYMCP_BASE_URL names a mirror: the directory with SHA256SUMS and the archives.

exit codes: 0 done, 1 other failure, 2 wrong usage, 3 no lazymcp for this platform, 4 download failed, 5 checksum missing or
wrong, 6 cannot write, 7 build failed, 8 a tool has to be installed first
END
}

main() {
    read_environment
    read_options "$@"
    check_options
    work=$(mktemp -d)
    trap clean_up EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    if [ -n "$uninstall" ]; then
        uninstall
        return
    fi
    if [ -z "$version" ] && { [ -n "$clone" ] || [ -n "$from_source" ]; }; then build; else fetch; fi
    install_binary
    install_manual
    install_completions
    if [ -z "$no_modify_path" ]; then change_startup_files; fi
    warn_about_shadowing
    installed=$("$dir/lazymcp" --version) || fail "$dir/lazymcp --version failed"
    say "installed $(printf '%s\n' "$installed" | head -n 1) as $dir/lazymcp"
    printf '%s\n' "$installed" | sed 1d | while IFS= read -r line; do say "  $line"; done
}

clean_up() {
    stop_progress
    if [ -n "$staged" ]; then rm -f "$staged"; fi
    rm -rf "$work"
}

# ---- options ----

read_environment() {
    dir=${LAZYMCP_INSTALL_DIR:-}
    version=${LAZYMCP_VERSION:-}
    base_url=${LAZYMCP_BASE_URL:-}
    from_source=$(flag "${LAZYMCP_FROM_SOURCE:-}")
    rebuild=$(flag "${LAZYMCP_REBUILD:-}")
    no_modify_path=$(flag "${LAZYMCP_NO_MODIFY_PATH:-}")
    quiet=$(flag "${LAZYMCP_QUIET:-}")
    uninstall=''
    staged=''
    progress=''
}

flag() {
    case $1 in
        '' | 0 | no | false) ;;
        *) echo yes ;;
    esac
}

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --dir | --version)
                if [ $# -lt 2 ] || [ -z "$2" ]; then fail_usage "$1 needs a value"; fi
                if [ "$1" = --dir ]; then dir=$2; else version=$2; fi
                shift
                ;;
            --dir=?*) dir=${1#*=} ;;
            --version=?*) version=${1#*=} ;;
            --from-source) from_source=yes ;;
            --rebuild) rebuild=yes ;;
            --no-modify-path) no_modify_path=yes ;;
            --uninstall) uninstall=yes ;;
            --quiet) quiet=yes ;;
            --help | -h)
                help
                exit 0
                ;;
            *) fail_usage "unknown option: $1" ;;
        esac
        shift
    done
}

check_options() {
    if [ -z "${HOME:-}" ]; then fail "HOME is not set" "$exit_usage"; fi
    case ${dir:=$HOME/.local/bin} in
        *:* | *'
'*) fail_usage "a directory of PATH cannot contain a colon or a line break: $dir" ;;
        /*) ;;
        *) dir=$PWD/$dir ;;
    esac
    dir=${dir%/}
    version=${version#v}
    case $version in
        *[!0-9A-Za-z.+-]* | .*) fail_usage "not a version: $version" ;;
    esac
    if [ -n "$from_source" ] && [ -n "$version" ]; then fail_usage "--from-source and --version exclude each other"; fi
    share=$(find_share)
    clone=$(find_clone)
    if [ -n "$from_source" ] && [ -z "$clone" ]; then
        fail_usage "--from-source needs a clone of the repository: run the install.sh that lies in it"
    fi
}

# Where programs look for the manual and completions of a program in $dir.
find_share() {
    case $dir in
        "$HOME/.local/bin") echo "${XDG_DATA_HOME:-$HOME/.local/share}" ;;
        */bin) echo "${dir%/bin}/share" ;;
        *) echo "${XDG_DATA_HOME:-$HOME/.local/share}" ;;
    esac
}

# The directory of this script when it is our repository. A piped script has no file: whatever pom.xml may lie in the
# current directory then is somebody else's.
find_clone() {
    case $0 in
        */install.sh | install.sh) ;;
        *) return 0 ;;
    esac
    candidate=$(cd "$(dirname "$0")" && pwd)
    if grep -q '<artifactId>lazymcp</artifactId>' "$candidate/pom.xml" 2> /dev/null; then echo "$candidate"; fi
}

# ---- messages ----

say() { if [ -z "$quiet" ]; then printf '%s\n' "$*"; fi; }

warn() { printf 'warning: %s\n' "$*" >&2; }

fail() { # MESSAGE [EXIT_CODE]
    printf 'error: %s\n' "$1" >&2
    exit "${2:-$exit_failure}"
}

fail_usage() {
    printf 'error: %s\nTry: install.sh --help\n' "$1" >&2
    exit "$exit_usage"
}

has() { command -v "$1" > /dev/null 2>&1; }

# ---- build from a clone: sets binary ----

build() {
    binary=$clone/target/lazymcp
    if [ -z "$rebuild" ] && is_up_to_date; then
        say "target/lazymcp is newer than its sources; not built again (--rebuild does)"
        return
    fi
    find_builder
    has mvn || fail "building needs Maven (mvn), which is not on PATH: install it, for example with 'apt-get install maven' or 'brew install maven'" "$exit_missing_tool"
    mkdir -p "$clone/target" || fail "cannot write to $clone/target" "$exit_write"
    : > "$work/build-started"
    say "building with $builder; this takes some minutes"
    start_progress "$clone/target/native-build.log"
    status=0
    run_maven > "$log" 2>&1 || status=$?
    stop_progress
    if [ "$status" -ne 0 ]; then fail_build "Maven ended with exit code $status"; fi
    if [ -z "$(find "$binary" -newer "$work/build-started" 2> /dev/null)" ]; then fail_build "Maven reported success but did not make $binary"; fi
    say "built in $(elapsed)"
}

# The builder is a JDK 25 too.
run_maven() (
    cd "$clone"
    export JAVA_HOME="$builder" GRAALVM_HOME="$builder"
    exec mvn -B -ntp -Dstyle.color=never -Pnative -DskipTests package
)

is_up_to_date() {
    [ -x "$binary" ] && [ -z "$(cd "$clone" && find src pom.xml native-config -newer "$binary" -print 2> /dev/null | head -n 1)" ]
}

find_builder() {
    say "looking for a native-image builder, or assembling one"
    start_progress "$work/builder.log"
    status=0
    "$clone/native-config/toolchain/find-builder.sh" > "$work/builder" 2> "$log" || status=$?
    stop_progress
    case $status in
        0) grep '^warning:' "$log" >&2 || true ;;
        3)
            cat "$log" >&2
            fail "native images cannot be built here yet: see above" "$exit_missing_tool"
            ;;
        *)
            cat "$log" >&2
            fail "the native-image builder could not be assembled: see above" "$exit_build"
            ;;
    esac
    builder=$(cat "$work/builder")
}

fail_build() {
    {
        echo "error: $1. Log: $log. Its last lines:"
        tail -n 30 "$log" | sed 's/^/  | /'
    } >&2
    exit "$exit_build"
}

elapsed() {
    seconds=$(($(date +%s) - started))
    printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# What the log says is going on: a step of bootstrap.sh ("== launcher"), a goal of Maven or a step of native-image
# ("[3/8] Building universe").
current_step() {
    sed -n -e 's/^== //p' -e 's/.*\(\[[1-9]\/[1-9]\] [A-Z][a-z ]*\)\.\.\..*/native image \1/p' \
        -e 's/^\[INFO\] --- \([^ ]*\) .* ---$/Maven \1/p' "$log" 2> /dev/null | tail -n 1
}

# Maven runs in the foreground, so that an interrupt of the terminal reaches it and all it started; this reports beside it.
start_progress() { # LOG
    log=$1
    started=$(date +%s)
    if [ -n "$quiet" ]; then return; fi
    : > "$work/reporting"
    report_progress &
    progress=$!
}

report_progress() {
    shown=''
    while sleep 1 && [ -e "$work/reporting" ]; do
        step=$(current_step)
        if [ -t 1 ]; then
            printf '\r\033[K  %s  %s' "$(elapsed)" "$step"
        elif [ -n "$step" ] && [ "$step" != "$shown" ]; then
            printf '  %s  %s\n' "$(elapsed)" "$step"
            shown=$step
        fi
    done
}

stop_progress() {
    if [ -z "$progress" ]; then return; fi
    # A signal may come before the new process is ready for it, and be lost; the file's absence is not.
    rm -f "$work/reporting"
    kill "$progress" 2> /dev/null || true
    wait "$progress" 2> /dev/null || true
    progress=''
    if [ -t 1 ]; then printf '\r\033[K'; fi
}

# ---- fetch a release: sets binary ----

fetch() {
    platform=$(detect_platform) || exit $?
    requested=${version:-latest}
    if [ -n "$base_url" ]; then
        base=${base_url%/}
    elif [ "$requested" = latest ]; then
        base=$releases/latest/download
    else
        base=$releases/download/v$requested
    fi
    check_url "$base"
    download "$base/SHA256SUMS" "$work/SHA256SUMS"
    if [ "$requested" = latest ]; then
        version=$(listed_version) || exit $?
        # The latest release may change between the two downloads.
        if [ -z "$base_url" ]; then base=$releases/download/v$version; fi
    fi
    archive=lazymcp-$version-$platform.tar.gz
    expected=$(expected_checksum) || exit $?
    say "downloading lazymcp $version for $platform"
    download "$base/$archive" "$work/$archive"
    actual=$(sha256 "$work/$archive") || exit $?
    if [ "$actual" != "$expected" ]; then
        fail "$archive is not what SHA256SUMS promises (expected $expected, got $actual); nothing was installed" "$exit_checksum"
    fi
    unpack
}

detect_platform() {
    kernel=$(uname -s)
    machine=$(uname -m)
    libc=''
    case $kernel in
        Linux)
            os=linux
            if is_musl || has_older_glibc; then libc=-musl; fi
            ;;
        Darwin)
            os=macos
            # A shell that Rosetta translates sees an Intel machine.
            if [ "$machine" = x86_64 ] && [ "$(sysctl -n sysctl.proc_translated 2> /dev/null || echo 0)" = 1 ]; then machine=arm64; fi
            ;;
        MINGW* | MSYS* | CYGWIN*) fail "on Windows use install.ps1, in PowerShell" "$exit_platform" ;;
        *) fail "there is no lazymcp for $kernel" "$exit_platform" ;;
    esac
    case $machine in
        x86_64 | amd64) arch=x64 ;;
        aarch64 | arm64) arch=arm64 ;;
        *) fail "there is no lazymcp for $kernel on $machine" "$exit_platform" ;;
    esac
    if [ "$libc" = -musl ] && [ "$arch" != x64 ]; then
        fail "the lazymcp for $kernel on $machine needs glibc $oldest_glibc or newer; here is $(libc_name)" "$exit_platform"
    fi
    if [ "$os" = linux ] && has getconf && [ "$(getconf LONG_BIT 2> /dev/null || echo 64)" = 32 ]; then
        fail "this system has a 64-bit kernel and 32-bit programs; there is no 32-bit lazymcp" "$exit_platform"
    fi
    echo "$os-$arch$libc"
}

is_musl() {
    case $(ldd --version 2>&1 || true) in
        *musl*) return 0 ;;
        *) return 1 ;;
    esac
}

# The build for musl is static: it is also for systems whose glibc is too old for the other one.
has_older_glibc() {
    glibc=$(libc_version)
    case $glibc in
        [0-9]*.[0-9]*) awk -v a="$glibc" -v b="$oldest_glibc" 'BEGIN { split(a, x, "."); split(b, y, "."); exit !(x[1] < y[1] || (x[1] == y[1] && x[2] < y[2])) }' ;;
        *) return 1 ;;
    esac
}

libc_version() { ldd --version 2> /dev/null | sed -n '1s/.* //p'; }

libc_name() { if is_musl; then echo musl; else echo "glibc $(libc_version)"; fi; }

# Checksums come from the same place as the archive, so the connection has to be authenticated.
check_url() {
    case $1 in
        https://*) ;;
        http://127.0.0.1[:/]* | http://localhost[:/]*) ;;
        *) fail "only https is accepted: $1" "$exit_usage" ;;
    esac
}

download() { # URL FILE
    status=0
    case $1 in
        https://*) secure=yes ;;
        *) secure='' ;;
    esac
    if has curl; then
        curl ${secure:+--proto =https --tlsv1.2} --fail --silent --show-error --location --retry 2 --connect-timeout 20 \
            --output "$2" "$1" || status=$?
    elif has wget; then
        download_with_wget "$@" || status=$?
    else
        fail "curl or wget is needed" "$exit_missing_tool"
    fi
    if [ "$status" -ne 0 ]; then fail "could not download $1 (exit code $status of $(has curl && echo curl || echo wget))" "$exit_download"; fi
}

# BusyBox has a wget that knows none of the options.
download_with_wget() { # URL FILE
    if wget --version > /dev/null 2>&1; then
        wget ${secure:+--https-only --secure-protocol=TLSv1_2} --no-verbose --tries=3 --timeout=20 --output-document="$2" "$1"
    else
        wget -q -O "$2" "$1"
    fi
}

# The version of the only archive for this platform.
listed_version() {
    found=$(awk -v suffix="-$platform.tar.gz" '{
        name = $2
        sub(/^\*/, "", name)
        prefix = "lazymcp-"
        middle = length(name) - length(prefix) - length(suffix)
        if (middle < 1 || substr(name, 1, length(prefix)) != prefix) next
        if (substr(name, length(prefix) + middle + 1) == suffix) print substr(name, length(prefix) + 1, middle)
    }' "$work/SHA256SUMS")
    case $found in
        '') fail "the latest release has no build for $platform; build it from a clone of the repository" "$exit_platform" ;;
        *[!0-9A-Za-z.+-]*) fail "SHA256SUMS lists several builds for $platform: name one with --version" "$exit_checksum" ;;
    esac
    echo "$found"
}

expected_checksum() {
    expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print tolower($1) }' "$work/SHA256SUMS")
    case $expected in
        '') fail "SHA256SUMS does not list $archive: nothing is installed unverified" "$exit_checksum" ;;
        *[!0-9a-f]*) fail "SHA256SUMS has no usable checksum for $archive" "$exit_checksum" ;;
    esac
    [ ${#expected} -eq 64 ] || fail "SHA256SUMS has no usable checksum for $archive" "$exit_checksum"
    echo "$expected"
}

sha256() {
    if has sha256sum; then
        sha256sum < "$1" | cut -d ' ' -f 1
    elif has shasum; then
        shasum -a 256 < "$1" | cut -d ' ' -f 1
    elif has openssl; then
        openssl dgst -sha256 -r < "$1" | cut -d ' ' -f 1
    else
        fail "sha256sum, shasum or openssl is needed to verify the download" "$exit_missing_tool"
    fi
}

unpack() {
    mkdir "$work/unpacked"
    tar -xzf "$work/$archive" -C "$work/unpacked" || fail "$archive cannot be unpacked"
    for binary in "$work/unpacked/lazymcp" "$work/unpacked/${archive%.tar.gz}/lazymcp"; do
        if [ -f "$binary" ]; then return; fi
    done
    fail "there is no lazymcp in $archive"
}

# ---- the binary ----

# The new file comes to life beside the old one, has to run, and then takes its name: there is always a whole lazymcp, and
# those that are running keep the file they started from.
install_binary() {
    target=$dir/lazymcp
    mkdir -p "$dir" 2> "$work/error" || fail "cannot make $dir: $(cat "$work/error")" "$exit_write"
    if [ -d "$target" ]; then fail "$target is a directory" "$exit_write"; fi
    staged=$(mktemp "$dir/.lazymcp.XXXXXX" 2> "$work/error") || fail "cannot write to $dir: $(cat "$work/error")" "$exit_write"
    cp "$binary" "$staged" || fail "cannot write to $dir" "$exit_write"
    chmod 755 "$staged"
    if ! "$staged" --version > "$work/version" 2>&1; then
        fail "the new lazymcp does not run here; the old one, if any, is untouched. It says: $(cat "$work/version")"
    fi
    mv -f "$staged" "$target" || fail "cannot replace $target" "$exit_write"
    staged=''
}

warn_about_shadowing() {
    first=$(command -v lazymcp || true)
    if [ -z "$first" ] || is_same_file "$first" "$dir/lazymcp"; then return; fi
    warn "another lazymcp comes first on PATH: $first"
}

is_same_file() {
    [ "$(canonical "$1")" = "$(canonical "$2")" ]
}

canonical() {
    readlink -f "$1" 2> /dev/null || echo "$(cd -P "$(dirname "$1")" && pwd)/$(basename "$1")"
}

# ---- manual and completions ----

bash_completion() { echo "$share/bash-completion/completions/lazymcp"; }
zsh_completion() { echo "$share/zsh/site-functions/_lazymcp"; }
fish_completion() { echo "$share/fish/vendor_completions.d/lazymcp.fish"; }
powershell_completion() { echo "$share/lazymcp/completion.ps1"; }

# The program prints both itself. Without them it works as well, so that nothing of this ends the installation.
install_manual() {
    pages=$share/man/man1
    if ! "$dir/lazymcp" man --write "$work/man" > /dev/null 2> "$work/error"; then
        warn "no manual was installed: $(cat "$work/error")"
        return
    fi
    rm -f "$pages/lazymcp.1" "$pages"/lazymcp-*.1 2> /dev/null || true # also those of commands that are no more
    if ! { mkdir -p "$pages" && cp "$work"/man/*.1 "$pages"; } 2> /dev/null; then warn "cannot write to $pages; no manual was installed"; fi
}

install_completions() {
    install_completion bash "$(bash_completion)"
    install_completion zsh "$(zsh_completion)"
    install_completion fish "$(fish_completion)"
    if [ -d "$(dirname "$(powershell_profile)")" ]; then install_completion powershell "$(powershell_completion)"; fi
}

install_completion() { # SHELL FILE
    if ! "$dir/lazymcp" completion "$1" > "$work/completion" 2> "$work/error"; then
        warn "no completion for $1 was installed: $(cat "$work/error")"
    elif ! { mkdir -p "$(dirname "$2")" && cat "$work/completion" > "$2"; } 2> /dev/null; then
        warn "cannot write to $2; no completion for $1 was installed"
    fi
}

remove_manual_and_completions() {
    rm -f "$share/man/man1/lazymcp.1" "$share"/man/man1/lazymcp-*.1 \
        "$(bash_completion)" "$(zsh_completion)" "$(fish_completion)" "$(powershell_completion)" 2> "$work/error" ||
        warn "not everything below $share could be removed: $(cat "$work/error")"
    # Directories go with what we put into them, unless somebody else's is there too.
    for directory in man/man1 man bash-completion/completions bash-completion zsh/site-functions zsh fish/vendor_completions.d fish lazymcp; do
        rmdir "$share/$directory" 2> /dev/null || true
    done
}

uninstall() {
    if [ -e "$dir/lazymcp" ] || [ -L "$dir/lazymcp" ]; then
        rm -f "$dir/lazymcp" 2> "$work/error" || fail "cannot remove $dir/lazymcp: $(cat "$work/error")" "$exit_write"
        say "removed $dir/lazymcp"
        warn "client configs that 'lazymcp rewrite' changed still start lazymcp; if you did not run 'lazymcp restore --everywhere' before, install it again and do"
    else
        say "there is no $dir/lazymcp"
    fi
    remove_manual_and_completions
    for file in "$HOME/.profile" "$HOME/.bash_profile" "$HOME/.bashrc" "$(zsh_file)" "$(powershell_profile)"; do
        if [ -f "$file" ]; then remove_block "$file"; fi
    done
    fish=$(fish_file)
    if [ -f "$fish" ]; then
        rm -f "$fish"
        say "removed $fish"
    fi
}

# ---- start-up files ----

zsh_file() { echo "${ZDOTDIR:-$HOME}/.zshrc"; }
powershell_profile() { echo "${XDG_CONFIG_HOME:-$HOME/.config}/powershell/profile.ps1"; }

change_startup_files() {
    changed=''
    case :$PATH: in
        *":$dir:"*) ;;
        *) add_to_path ;;
    esac
    # zsh and PowerShell have no directory of the user's in which they look for completions.
    if [ -f "$(zsh_file)" ] || is_zsh_user; then write_block "$(zsh_file)"; fi
    if [ -f "$(powershell_completion)" ]; then write_block "$(powershell_profile)"; fi
    if [ -n "$changed" ]; then
        say "added the lines of lazymcp to:$changed"
        say "open a new shell, or run: export PATH=$(quote "$dir"):\"\$PATH\""
    fi
}

is_zsh_user() {
    case ${SHELL:-} in
        */zsh) return 0 ;;
        *) return 1 ;;
    esac
}

add_to_path() {
    has_file=''
    for file in "$HOME/.profile" "$HOME/.bash_profile" "$HOME/.bashrc"; do
        if [ ! -f "$file" ]; then continue; fi
        has_file=yes
        write_block "$file"
    done
    # zsh does not read .profile, and a new account has no .zshrc.
    if [ -z "$has_file" ] && [ ! -f "$(zsh_file)" ] && ! is_zsh_user; then write_block "$HOME/.profile"; fi
    write_fish_file
}

# A word of the shell, whatever is in it.
quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

block() { # FILE
    echo "$block_start"
    case $1 in
        *.ps1) ps1_lines ;;
        */.zshrc) path_line && zsh_lines ;;
        *) path_line ;;
    esac
    echo "$block_end"
}

path_line() {
    quoted=$(quote "$dir")
    echo "case :\$PATH: in *:$quoted:*) ;; *) export PATH=$quoted:\"\$PATH\" ;; esac"
}

# For a compinit that comes later, and for one that has been.
zsh_lines() {
    echo "fpath=($(quote "$(dirname "$(zsh_completion)")") \$fpath)"
    echo "if (( \$+functions[compdef] )); then source $(quote "$(zsh_completion)"); fi"
}

ps1_lines() { echo ". '$(powershell_completion | sed "s/'/''/g")'"; }

# The file without our block; fails when the end of the block is missing, since nobody knows then where it ends.
without_block() {
    awk -v start="$block_start" -v end="$block_end" '
        $0 == start { inside = 1; next }
        inside && $0 == end { inside = 0; next }
        !inside { print }
        END { exit inside }' "$1"
}

# Files are written in place: they are often links into a directory under version control.
write_block() {
    if [ -f "$1" ]; then
        without_block "$1" > "$work/startup" || { warn "$1 has '$block_start' without '$block_end'; not changed"; return 0; }
    else
        : > "$work/startup"
    fi
    block "$1" >> "$work/startup"
    if [ -f "$1" ] && cmp -s "$work/startup" "$1"; then return; fi
    if ! cat "$work/startup" 2> /dev/null > "$1"; then
        warn "cannot write to $1; add $dir to PATH yourself"
        return
    fi
    changed="$changed $1"
}

remove_block() {
    if ! grep -qxF "$block_start" "$1"; then return; fi
    without_block "$1" > "$work/startup" || { warn "$1 has '$block_start' without '$block_end'; not changed"; return 0; }
    if [ -s "$work/startup" ]; then
        cat "$work/startup" > "$1" || { warn "cannot write to $1"; return 0; }
    else
        rm -f "$1" # there was nothing but our block
    fi
    say "removed the lines of lazymcp from $1"
}

fish_file() { echo "${XDG_CONFIG_HOME:-$HOME/.config}/fish/conf.d/lazymcp.fish"; }

write_fish_file() {
    fish=$(fish_file)
    configuration=$(dirname "$(dirname "$fish")")
    if [ ! -d "$configuration" ]; then return; fi
    quoted="'$(printf '%s' "$dir" | sed "s/[\\\\']/\\\\&/g")'"
    echo "contains -- $quoted \$PATH; or set -gx PATH $quoted \$PATH" > "$work/fish"
    if cmp -s "$work/fish" "$fish"; then return; fi
    if ! { mkdir -p "$configuration/conf.d" && cat "$work/fish" > "$fish"; } 2> /dev/null; then
        warn "cannot write to $fish; add $dir to PATH yourself"
        return
    fi
    changed="$changed $fish"
}

main "$@"
