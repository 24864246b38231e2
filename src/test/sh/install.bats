#!/usr/bin/env bats
# shellcheck disable=SC2016 # other shells expand what stands between single quotes
# Runs the real install.sh: downloads against a server on the loopback interface, builds against a stand-in for Maven.

bats_require_minimum_version 1.5.0

repository=$BATS_TEST_DIRNAME/../../..

setup_file() {
    export SERVED=$BATS_FILE_TMPDIR/served
    mkdir "$SERVED"
    node "$BATS_TEST_DIRNAME/file-server.mjs" "$SERVED" > "$BATS_FILE_TMPDIR/port" 3>&- &
    echo $! > "$BATS_FILE_TMPDIR/server"
    local tries=0
    until [ -s "$BATS_FILE_TMPDIR/port" ]; do
        [ $((tries += 1)) -lt 200 ] || { echo "the file server does not start" >&2; return 1; }
        sleep 0.05
    done
    SERVER=http://127.0.0.1:$(cat "$BATS_FILE_TMPDIR/port")
    export SERVER
}

teardown_file() {
    kill "$(cat "$BATS_FILE_TMPDIR/server")"
}

setup() {
    unset LAZYMCP_INSTALL_DIR LAZYMCP_VERSION LAZYMCP_BASE_URL LAZYMCP_NO_MODIFY_PATH LAZYMCP_QUIET LAZYMCP_FROM_SOURCE LAZYMCP_REBUILD
    unset XDG_CONFIG_HOME ZDOTDIR GRAALVM_HOME JAVA_HOME
    export HOME=$BATS_TEST_TMPDIR/home SHELL=/bin/bash
    export LAZYMCP_BASE_URL=$SERVER
    stubs=$BATS_TEST_TMPDIR/stubs
    mkdir -p "$HOME" "$stubs"
    PATH=$stubs:$(path_without_lazymcp)
    on_platform Linux x86_64
    installed=$HOME/.local/bin/lazymcp
    script=$BATS_TEST_TMPDIR/install.sh # no clone: there is no pom.xml beside it
    cp "$repository/install.sh" "$script"
    rm -rf "${SERVED:?}"/*
    release 1.2.3
}

teardown() {
    if [ -n "${running:-}" ]; then kill "$running" 2> /dev/null || true; fi
}

path_without_lazymcp() {
    local entry IFS=:
    for entry in $PATH; do
        if [ ! -e "$entry/lazymcp" ]; then printf '%s:' "$entry"; fi
    done | sed 's/:$//'
}

stub() { # NAME; the script on stdin
    { echo '#!/bin/sh'; cat; } > "$stubs/$1"
    chmod +x "$stubs/$1"
}

on_platform() { # KERNEL MACHINE
    stub uname << END
case \$1 in -s) echo $1 ;; -m) echo $2 ;; *) exit 1 ;; esac
END
    stub ldd <<< 'echo "ldd (GNU libc) 2.36"'
}

# A program that says its version, and prints its manual and completions.
program() { # VERSION
    cat << END
#!/bin/sh
case \$1 in
    --version) echo "lazymcp $1"; echo "commit  0123456789ab" ;;
    man) mkdir -p "\$3" && echo "page of $1" > "\$3/lazymcp.1" && echo "page of $1" > "\$3/lazymcp-wrap.1" ;;
    completion) echo "# completion of $1 for \$2" ;;
esac
END
}

# The first line of what the installed program says of itself.
version_of() { "$1" --version | head -n 1; }

# Serves an archive with a program that answers --version, and its checksum.
release() { # VERSION [PLATFORM]
    local archive=lazymcp-$1-${2:-linux-x64}
    mkdir -p "$BATS_TEST_TMPDIR/$archive"
    program "$1" > "$BATS_TEST_TMPDIR/$archive/lazymcp"
    chmod +x "$BATS_TEST_TMPDIR/$archive/lazymcp"
    tar -czf "$SERVED/$archive.tar.gz" -C "$BATS_TEST_TMPDIR" "$archive"
    (cd "$SERVED" && sha256sum ./*.tar.gz | sed 's, \./, ,' > SHA256SUMS)
}

# A clone with everything that the script looks at, and a Maven that takes 0.1 s.
make_clone() {
    clone=$BATS_TEST_TMPDIR/clone
    mkdir -p "$clone/src" "$clone/native-config/toolchain"
    cp "$repository/install.sh" "$clone/install.sh"
    echo '<project><artifactId>lazymcp</artifactId></project>' > "$clone/pom.xml"
    echo 'class Main {}' > "$clone/src/Main.java"
    printf '#!/bin/sh\necho /builder\n' > "$clone/native-config/toolchain/find-builder.sh"
    chmod +x "$clone/native-config/toolchain/find-builder.sh"
    export MAVEN_RUNS=$BATS_TEST_TMPDIR/maven-runs MAVEN_MAKES=$BATS_TEST_TMPDIR/maven-makes
    program 'from source' > "$MAVEN_MAKES"
    : > "$MAVEN_RUNS"
    stub mvn << 'END'
echo "JAVA_HOME=$JAVA_HOME GRAALVM_HOME=$GRAALVM_HOME $*" >> "$MAVEN_RUNS"
echo "[INFO] --- compiler:3.16.0:compile (default-compile) @ lazymcp ---"
echo "[3/8] Building universe...        (1.0s @ 0.5GB)"
sleep 0.1
mkdir -p target
cp "$MAVEN_MAKES" target/lazymcp
chmod +x target/lazymcp
END
}

nothing_installed() {
    [ ! -e "$installed" ]
    [ -z "$(ls -A "$HOME/.local/bin" 2> /dev/null)" ]
}

# ---- download ----

@test "downloads the named release, verifies and installs it" {
    run -0 sh "$script" --version 1.2.3
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
    [[ $output == *"installed lazymcp 1.2.3 as $installed"* ]]
    [ "$(ls -A "$HOME/.local/bin")" = lazymcp ]
}

@test "takes the version with a leading v, and from the environment" {
    LAZYMCP_VERSION=v1.2.3 run -0 sh "$script"
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
}

@test "without a version takes the only build for this platform that is listed" {
    release 9.9.9 macos-arm64
    run -0 sh "$script"
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
}

@test "asks for a version when several are listed" {
    release 1.3.0
    run -5 sh "$script"
    [[ $output == *"name one with --version"* ]]
    nothing_installed
}

@test "works piped into a shell, even where some other project's pom.xml lies" {
    cd "$BATS_TEST_TMPDIR"
    echo '<project><artifactId>lazymcp</artifactId></project>' > pom.xml
    run -0 sh -c 'sh -s -- --version 1.2.3 < install.sh'
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
}

@test "works with wget where there is no curl" {
    command -v wget > /dev/null || skip "there is no wget"
    local tools=$BATS_TEST_TMPDIR/tools
    mkdir "$tools"
    find -H /usr/bin /bin -maxdepth 1 ! -name curl ! -type d -exec ln -sf -t "$tools" {} +
    PATH=$stubs:$tools run -0 sh "$script" --version 1.2.3
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
}

@test "a wrong checksum installs nothing" {
    sed -i 's/^...../00000/' "$SERVED/SHA256SUMS"
    run -5 sh "$script" --version 1.2.3
    [[ $output == *"nothing was installed"* ]]
    nothing_installed
}

@test "a missing checksum line installs nothing" {
    sed -i 's/linux-x64/linux-x65/' "$SERVED/SHA256SUMS"
    run -5 sh "$script" --version 1.2.3
    [[ $output == *"does not list lazymcp-1.2.3-linux-x64.tar.gz"* ]]
    nothing_installed
}

@test "a checksum line without a checksum installs nothing" {
    echo "  lazymcp-1.2.3-linux-x64.tar.gz" > "$SERVED/SHA256SUMS"
    run -5 sh "$script" --version 1.2.3
    echo "abc  lazymcp-1.2.3-linux-x64.tar.gz" > "$SERVED/SHA256SUMS"
    run -5 sh "$script" --version 1.2.3
    nothing_installed
}

@test "two different checksums for one archive install nothing" {
    sed 's/^...../00000/' "$SERVED/SHA256SUMS" > "$BATS_TEST_TMPDIR/more"
    cat "$BATS_TEST_TMPDIR/more" >> "$SERVED/SHA256SUMS"
    run -5 sh "$script" --version 1.2.3
    nothing_installed
}

@test "a release that is not there is a failed download" {
    run -5 sh "$script" --version 4.5.6
    rm "$SERVED/SHA256SUMS"
    run -4 sh "$script" --version 4.5.6
    [[ $output == *"could not download $SERVER/SHA256SUMS"* ]]
    nothing_installed
}

@test "without network nothing happens" {
    LAZYMCP_BASE_URL=http://127.0.0.1:1 run -4 sh "$script"
    [[ $output == *"could not download"* ]]
    nothing_installed
}

@test "a download that breaks off installs nothing" {
    LAZYMCP_BASE_URL=$SERVER/cut-off run -4 sh "$script" --version 1.2.3
    [[ $output == *"could not download"* ]]
    nothing_installed
}

@test "a script that breaks off does nothing" {
    local length
    length=$(wc -c < "$script")
    head -c $((length - 11)) "$script" > "$BATS_TEST_TMPDIR/cut.sh" # all but the last line
    run -0 sh "$BATS_TEST_TMPDIR/cut.sh" --version 1.2.3
    nothing_installed
}

@test "a mirror without https is refused" {
    LAZYMCP_BASE_URL=http://mirror.example/lazymcp run -2 sh "$script"
    [[ $output == *"only https is accepted"* ]]
    LAZYMCP_BASE_URL=http://localhost.example/lazymcp run -2 sh "$script"
    LAZYMCP_BASE_URL=file:///tmp run -2 sh "$script"
}

@test "a program that does not run here leaves the installed one alone" {
    sh "$script" --version 1.2.3 --quiet
    release 2.0.0
    printf '#!/bin/sh\necho "Illegal instruction" >&2\nexit 132\n' > "$BATS_TEST_TMPDIR/lazymcp-2.0.0-linux-x64/lazymcp"
    tar -czf "$SERVED/lazymcp-2.0.0-linux-x64.tar.gz" -C "$BATS_TEST_TMPDIR" lazymcp-2.0.0-linux-x64
    (cd "$SERVED" && sha256sum lazymcp-2.0.0-linux-x64.tar.gz > SHA256SUMS)
    run -1 sh "$script" --version 2.0.0
    [[ $output == *"does not run here"*"Illegal instruction"* ]]
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
    [ "$(ls -A "$HOME/.local/bin")" = lazymcp ]
}

# ---- platforms ----

@test "finds the build for the platform" {
    release 1.2.3 linux-arm64
    release 1.2.3 macos-arm64
    release 1.2.3 linux-x64-musl
    on_platform Linux aarch64
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for linux-arm64"* ]]
    on_platform Darwin arm64
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for macos-arm64"* ]]
    on_platform Linux x86_64
    stub ldd <<< 'echo "musl libc (x86_64)" >&2; exit 1'
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for linux-x64-musl"* ]]
}

@test "a glibc that is too old gets the static build, and where there is none a message" {
    release 1.2.3 linux-x64-musl
    stub ldd <<< 'echo "ldd (Debian GLIBC 2.31-13) 2.31"'
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for linux-x64-musl"* ]]
    stub ldd <<< 'echo "ldd (GNU libc) 2.100"'
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for linux-x64"* && $output != *musl* ]]
    on_platform Linux aarch64
    stub ldd <<< 'echo "ldd (GNU libc) 2.28"'
    run -3 sh "$script" --version 1.2.3
    [[ $output == *"needs glibc 2.35 or newer; here is glibc 2.28"* ]]
    stub ldd <<< 'echo "musl libc (aarch64)" >&2; exit 1'
    run -3 sh "$script" --version 1.2.3
    [[ $output == *"here is musl"* ]]
}

@test "a shell under Rosetta gets the build for Apple silicon" {
    release 1.2.3 macos-arm64
    on_platform Darwin x86_64
    stub sysctl <<< 'echo 1'
    run -0 sh "$script" --version 1.2.3
    [[ $output == *"for macos-arm64"* ]]
}

@test "a platform without a build is named" {
    on_platform FreeBSD amd64
    run -3 sh "$script"
    [[ $output == *"there is no lazymcp for FreeBSD"* ]]
    on_platform Linux riscv64
    run -3 sh "$script"
    [[ $output == *"Linux on riscv64"* ]]
    on_platform MINGW64_NT-10.0 x86_64
    run -3 sh "$script"
    [[ $output == *"install.ps1"* ]]
    on_platform Linux aarch64
    run -3 sh "$script"
    [[ $output == *"no build for linux-arm64"* ]]
}

# ---- the binary's place ----

@test "installs where it is told, blanks and quotes included" {
    local dir="$BATS_TEST_TMPDIR/it's a place"
    run -0 sh "$script" --dir "$dir"
    [ "$(version_of "$dir/lazymcp")" = "lazymcp 1.2.3" ]
    LAZYMCP_INSTALL_DIR=$BATS_TEST_TMPDIR/other run -0 sh "$script"
    [ -x "$BATS_TEST_TMPDIR/other/lazymcp" ]
    run -0 sh -c ". '$HOME/.profile'; command -v lazymcp"
}

@test "a place that cannot be made is said" {
    touch "$BATS_TEST_TMPDIR/file"
    run -6 sh "$script" --dir "$BATS_TEST_TMPDIR/file/bin"
    [[ $output == *"cannot make $BATS_TEST_TMPDIR/file/bin"* ]]
}

@test "a directory without write permission is said" {
    # root may write everywhere, so it turns into somebody else; that one must reach the files
    local place
    place=$(mktemp -d /tmp/lazymcp-test.XXXXXX)
    mkdir "$place/read-only" "$place/home"
    cp "$script" "$place/install.sh"
    chmod 755 "$place"
    chmod 777 "$place/home"
    chmod 555 "$place/read-only"
    local someone=()
    if [ "$(id -u)" -eq 0 ]; then someone=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
    HOME=$place/home PATH=${PATH#"$stubs":} run -6 "${someone[@]}" sh "$place/install.sh" --dir "$place/read-only" --version 1.2.3
    [[ $output == *"cannot write to $place/read-only"* ]]
    chmod 755 "$place/read-only"
    rm -rf "$place"
}

@test "a directory of the binary's name is not touched" {
    mkdir -p "$installed"
    run -6 sh "$script"
    [[ $output == *"is a directory"* ]]
}

@test "replaces a binary that is running" {
    mkdir -p "$HOME/.local/bin"
    cp "$(command -v sleep)" "$installed"
    "$installed" 60 3>&- &
    running=$!
    run -0 sh "$script" --version 1.2.3
    kill -0 "$running"
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
}

@test "warns about another lazymcp that comes first" {
    program 0.0.1 > "$stubs/lazymcp"
    chmod +x "$stubs/lazymcp"
    run -0 --separate-stderr sh "$script"
    [[ $stderr == *"another lazymcp comes first on PATH: $stubs/lazymcp"* ]]
}

@test "a link to the installed file is no other lazymcp" {
    mkdir -p "$HOME/.local/bin"
    ln -s "$installed" "$stubs/lazymcp"
    run -0 --separate-stderr sh "$script"
    [ -z "$stderr" ]
}

# ---- PATH ----

@test "adds the PATH lines once to the files that exist" {
    echo 'alias x=y' > "$HOME/.bashrc"
    touch "$HOME/.zshrc"
    run -0 sh "$script"
    [[ $output == *"added the lines of lazymcp to: $HOME/.bashrc $HOME/.zshrc"* ]]
    [ ! -e "$HOME/.profile" ]
    cp "$HOME/.bashrc" "$BATS_TEST_TMPDIR/before"
    run -0 sh "$script"
    [[ $output != *"added the lines"* ]]
    cmp "$HOME/.bashrc" "$BATS_TEST_TMPDIR/before"
    [ "$(grep -c '>>> lazymcp >>>' "$HOME/.bashrc")" -eq 1 ]
    [ "$(head -n 1 "$HOME/.bashrc")" = 'alias x=y' ]
}

@test "the PATH lines work, and twice is as good as once" {
    sh "$script" --quiet
    run -0 sh -c ". '$HOME/.profile'; . '$HOME/.profile'; echo \"\$PATH\""
    [ "$output" = "$HOME/.local/bin:$PATH" ]
}

@test "another directory replaces the old PATH lines" {
    sh "$script" --quiet
    sh "$script" --quiet --dir "$BATS_TEST_TMPDIR/new"
    [ "$(grep -c '>>> lazymcp >>>' "$HOME/.profile")" -eq 1 ]
    grep -q "$BATS_TEST_TMPDIR/new" "$HOME/.profile"
}

@test "a file without a newline at its end keeps its last line" {
    printf 'alias x=y' > "$HOME/.bashrc"
    sh "$script" --quiet
    [ "$(head -n 1 "$HOME/.bashrc")" = 'alias x=y' ]
}

@test "a start-up file that is a link stays one" {
    echo '# mine' > "$HOME/dotfile"
    ln -s dotfile "$HOME/.bashrc"
    sh "$script" --quiet
    [ -L "$HOME/.bashrc" ]
    grep -q lazymcp "$HOME/dotfile"
}

@test "a block without its end is left alone" {
    printf '# >>> lazymcp >>>\nmine\n' > "$HOME/.bashrc"
    cp "$HOME/.bashrc" "$BATS_TEST_TMPDIR/before"
    run -0 --separate-stderr sh "$script"
    [[ $stderr == *"not changed"* ]]
    cmp "$HOME/.bashrc" "$BATS_TEST_TMPDIR/before"
}

@test "a zsh user without start-up files gets a .zshrc" {
    SHELL=/bin/zsh run -0 sh "$script"
    grep -q lazymcp "$HOME/.zshrc"
}

@test "fish gets a file of its own where it is used" {
    mkdir -p "$HOME/.config/fish"
    run -0 sh "$script"
    grep -qF "contains -- '$HOME/.local/bin' \$PATH" "$HOME/.config/fish/conf.d/lazymcp.fish"
}

@test "start-up files are not touched when the directory is on PATH or the user says so" {
    PATH=$PATH:$HOME/.local/bin run -0 sh "$script"
    [ ! -e "$HOME/.profile" ]
    run -0 sh "$script" --no-modify-path
    LAZYMCP_NO_MODIFY_PATH=1 run -0 sh "$script"
    [ ! -e "$HOME/.profile" ]
}

# ---- manual and completions ----

@test "the manual and the completions of each shell are installed where these look" {
    run -0 sh "$script"
    share=$HOME/.local/share
    [ "$(cat "$share/man/man1/lazymcp-wrap.1")" = "page of 1.2.3" ]
    [ "$(cat "$share/bash-completion/completions/lazymcp")" = "# completion of 1.2.3 for bash" ]
    [ "$(cat "$share/zsh/site-functions/_lazymcp")" = "# completion of 1.2.3 for zsh" ]
    [ "$(cat "$share/fish/vendor_completions.d/lazymcp.fish")" = "# completion of 1.2.3 for fish" ]
    [ ! -e "$share/lazymcp" ] # there is no PowerShell
    [[ $output == *"commit  0123456789ab"* ]]
}

@test "they are beside a bin directory, and else in the user's data directory" {
    sh "$script" --quiet --dir "$BATS_TEST_TMPDIR/prefix/bin"
    [ -f "$BATS_TEST_TMPDIR/prefix/share/man/man1/lazymcp.1" ]
    [ ! -e "$HOME/.local/share" ]
    XDG_DATA_HOME=$BATS_TEST_TMPDIR/data sh "$script" --quiet --dir "$BATS_TEST_TMPDIR/tools"
    [ -f "$BATS_TEST_TMPDIR/data/man/man1/lazymcp.1" ]
}

@test "PowerShell gets its completion where it is used" {
    mkdir -p "$HOME/.config/powershell"
    run -0 sh "$script"
    grep -qxF ". '$HOME/.local/share/lazymcp/completion.ps1'" "$HOME/.config/powershell/profile.ps1"
    [ "$(cat "$HOME/.local/share/lazymcp/completion.ps1")" = "# completion of 1.2.3 for powershell" ]
    run -0 sh "$script" --uninstall
    [ ! -e "$HOME/.config/powershell/profile.ps1" ]
    [ ! -e "$HOME/.local/share/lazymcp" ]
}

@test "zsh loads the completion before and after its own initialization" {
    touch "$HOME/.zshrc"
    sh "$script" --quiet
    cat > "$HOME/.local/share/zsh/site-functions/_lazymcp" << 'END'
#compdef lazymcp
compdef _lazymcp lazymcp
END
    ZDOTDIR=$HOME run -0 zsh -fc 'autoload -Uz compinit; compinit -D; source $ZDOTDIR/.zshrc; echo $_comps[lazymcp]'
    [ "$output" = _lazymcp ]
    ZDOTDIR=$HOME run -0 zsh -fc 'source $ZDOTDIR/.zshrc; autoload -Uz compinit; compinit -D -u; echo $_comps[lazymcp]'
    [ "$output" = _lazymcp ]
}

@test "pages of commands that are no more go with an upgrade" {
    sh "$script" --quiet
    touch "$HOME/.local/share/man/man1/lazymcp-gone.1" "$HOME/.local/share/man/man1/other.1"
    sh "$script" --quiet
    [ "$(ls "$HOME/.local/share/man/man1")" = "lazymcp-wrap.1
lazymcp.1
other.1" ]
}

@test "without a place for them, and of a program that has none, only a warning is said" {
    mkdir -p "$HOME/.local"
    touch "$HOME/.local/share"
    run -0 --separate-stderr sh "$script"
    [[ $stderr == *"no manual was installed"*"no completion for bash was installed"* ]]
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
    printf '#!/bin/sh\n[ "$1" = --version ] && echo "lazymcp 1.2.3"\n' > "$BATS_TEST_TMPDIR/lazymcp-1.2.3-linux-x64/lazymcp"
    tar -czf "$SERVED/lazymcp-1.2.3-linux-x64.tar.gz" -C "$BATS_TEST_TMPDIR" lazymcp-1.2.3-linux-x64
    (cd "$SERVED" && sha256sum lazymcp-1.2.3-linux-x64.tar.gz > SHA256SUMS)
    run -0 --separate-stderr sh "$script"
    [[ $stderr == *"no manual was installed"*"no completion for fish was installed"* ]]
}

# ---- uninstall ----

@test "uninstall removes what was added and nothing else" {
    echo 'alias x=y' > "$HOME/.bashrc"
    echo 'alias x=y' > "$BATS_TEST_TMPDIR/before"
    mkdir -p "$HOME/.config/fish"
    sh "$script" --quiet
    run -0 --separate-stderr sh "$script" --uninstall
    [ ! -e "$installed" ]
    cmp "$HOME/.bashrc" "$BATS_TEST_TMPDIR/before"
    [ ! -e "$HOME/.config/fish/conf.d/lazymcp.fish" ]
    [ -z "$(find "$HOME/.local/share" -mindepth 1)" ]
    [[ $stderr == *"lazymcp restore"* ]]
}

@test "uninstall leaves the completions and pages of others" {
    sh "$script" --quiet
    touch "$HOME/.local/share/man/man1/other.1" "$HOME/.local/share/bash-completion/completions/other"
    run -0 sh "$script" --uninstall
    [ "$(find "$HOME/.local/share" -type f | sort)" = "$HOME/.local/share/bash-completion/completions/other
$HOME/.local/share/man/man1/other.1" ]
}

@test "uninstall removes a start-up file that held nothing else, and may run twice" {
    sh "$script" --quiet
    [ -f "$HOME/.profile" ]
    run -0 sh "$script" --uninstall
    [ ! -e "$HOME/.profile" ]
    run -0 sh "$script" --uninstall
    [[ $output == *"there is no $installed"* ]]
}

# ---- options ----

@test "--quiet prints nothing" {
    run -0 sh "$script" --quiet
    [ -z "$output" ]
    LAZYMCP_QUIET=1 run -0 sh "$script"
    [ -z "$output" ]
}

@test "wrong options are said, with exit code 2" {
    run -2 sh "$script" --frobnicate
    [[ $output == *"unknown option: --frobnicate"*"install.sh --help"* ]]
    run -2 sh "$script" --dir
    run -2 sh "$script" --version ../../evil
    run -2 sh "$script" --version '1.2.3 x'
    run -2 sh "$script" --dir /a:b
    run -2 sh "$script" --from-source --version 1.2.3
    run -2 sh "$script" --from-source
    nothing_installed
}

@test "--help names every option and environment variable" {
    run -0 sh "$script" --help
    for word in $(sed -n '/^read_options/,/^}/p' "$script" | grep -o -- '--[a-z-]*[a-z]') $(grep -o 'LAZYMCP_[A-Z_]*' "$script"); do
        [[ $output == *"$word"* ]] || { echo "missing: $word"; return 1; }
    done
}

# ---- build from a clone ----

@test "a clone is built and installed" {
    make_clone
    run -0 sh "$clone/install.sh"
    [ "$(version_of "$installed")" = "lazymcp from source" ]
    [ "$(cat "$MAVEN_RUNS")" = "JAVA_HOME=/builder GRAALVM_HOME=/builder -B -ntp -Dstyle.color=never -Pnative -DskipTests package" ]
}

@test "the build says which step it is at" {
    make_clone
    sed -i 's/sleep 0.1/sleep 2.5/' "$stubs/mvn"
    run -0 sh "$clone/install.sh"
    [[ $output == *"native image [3/8] Building universe"* ]]
}

@test "the report of a build ends with it even if the signal to do so is lost" {
    make_clone
    run -0 timeout 30 bash -c "trap '' TERM; exec sh '$clone/install.sh'"
}

@test "a binary that is newer than its sources is not built again" {
    make_clone
    sh "$clone/install.sh" --quiet
    run -0 sh "$clone/install.sh"
    [[ $output == *"not built again"* ]]
    [ "$(wc -l < "$MAVEN_RUNS")" -eq 1 ]
    run -0 sh "$clone/install.sh" --rebuild
    [ "$(wc -l < "$MAVEN_RUNS")" -eq 2 ]
    sleep 0.1
    touch "$clone/src/Main.java"
    run -0 sh "$clone/install.sh"
    [ "$(wc -l < "$MAVEN_RUNS")" -eq 3 ]
}

@test "a failed build shows the end of the log and where it is, and installs nothing" {
    make_clone
    stub mvn <<< 'echo "[ERROR] cannot find symbol"; exit 1'
    run -7 sh "$clone/install.sh"
    [[ $output == *"$clone/target/native-build.log"*"cannot find symbol"* ]]
    nothing_installed
}

@test "a build that succeeds without making a binary is a failure, an old one notwithstanding" {
    make_clone
    sh "$clone/install.sh" --quiet
    stub mvn <<< 'echo "[WARNING] The requested profile does not exist"'
    run -7 sh "$clone/install.sh" --rebuild
    [[ $output == *"did not make"* ]]
}

@test "no builder and no Maven are said with exit code 8" {
    make_clone
    printf '#!/bin/sh\necho "error: no GraalVM 25 was found" >&2\nexit 3\n' > "$clone/native-config/toolchain/find-builder.sh"
    run -8 sh "$clone/install.sh"
    [[ $output == *"no GraalVM 25 was found"* ]]
    nothing_installed
}

@test "a builder that cannot be assembled is a failed build" {
    make_clone
    printf '#!/bin/sh\necho "error: a file is not the one" >&2\nexit 1\n' > "$clone/native-config/toolchain/find-builder.sh"
    run -7 sh "$clone/install.sh"
    [[ $output == *"a file is not the one"* ]]
}

@test "an interrupt ends Maven too and leaves nothing behind" {
    make_clone
    stub mvn << 'END'
echo $$ > "$MAVEN_RUNS"
exec sleep 60
END
    mkdir "$BATS_TEST_TMPDIR/tmp"
    TMPDIR=$BATS_TEST_TMPDIR/tmp run timeout --preserve-status --signal INT 3 sh "$clone/install.sh"
    [ "$status" -eq 130 ]
    [ -s "$MAVEN_RUNS" ]
    run ! kill -0 "$(cat "$MAVEN_RUNS")"
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
    nothing_installed
}

@test "--version downloads in a clone too" {
    make_clone
    run -0 sh "$clone/install.sh" --version 1.2.3
    [ "$(version_of "$installed")" = "lazymcp 1.2.3" ]
    [ ! -s "$MAVEN_RUNS" ]
}
