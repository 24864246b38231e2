#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031 # node expands what stands between single quotes; every test is a process of its own
#
# The archives of a release and the packages made of them. LAZYMCP names the binary to pack; without it a script stands in.

bats_require_minimum_version 1.5.0

packaging=$BATS_TEST_DIRNAME/../../main/packaging

setup() {
    unset XDG_CONFIG_HOME XDG_DATA_HOME
    export HOME=$BATS_TEST_TMPDIR/home
    mkdir -p "$HOME"
    export npm_config_cache=$BATS_TEST_TMPDIR/npm-cache npm_config_update_notifier=false
    dist=$BATS_TEST_TMPDIR/dist
    out=$BATS_TEST_TMPDIR/out
    binary=${LAZYMCP:-$BATS_TEST_TMPDIR/program}
    [ -n "${LAZYMCP:-}" ] || program 1.2.3 > "$binary"
    chmod +x "$binary"
    version=$("$binary" --version | sed -n '1s/^lazymcp //p')
}

program() { # VERSION
    cat << END
#!/bin/sh
case \$1 in
    --version) echo "lazymcp $1"; echo "commit  0123456789ab" ;;
    man) mkdir -p "\$3" && echo page > "\$3/lazymcp.1" ;;
    completion) echo "# completion for \$2" ;;
    exit) exit "\$2" ;;
    parent) readlink /proc/\$PPID/exe ;;
esac
END
}

here() { # The platform of the machine that runs this
    case $(uname -s) in Darwin) os=macos ;; *) os=linux ;; esac
    case $(uname -m) in x86_64) echo "$os-x64" ;; *) echo "$os-arm64" ;; esac
}

# The archives of all platforms with one and the same program, and their checksums.
release() {
    for platform in linux-x64 linux-x64-musl linux-arm64 macos-arm64 macos-x64 windows-x64; do
        "$packaging/archive.sh" "$binary" "$version" "$platform" "$dist"
    done
    "$packaging/checksums.sh" "$dist"
}

# ---- archives ----

@test "an archive has the program, its manual and its completions, and the installer takes it" {
    "$packaging/archive.sh" "$binary" "$version" "$(here)" "$dist"
    "$packaging/checksums.sh" "$dist"
    run -0 tar -tzf "$dist/lazymcp-$version-$(here).tar.gz"
    for file in lazymcp LICENSE README.md man/lazymcp.1 completions/lazymcp.bash completions/_lazymcp completions/lazymcp.fish completions/lazymcp.ps1; do
        [[ $output == *"lazymcp-$version-$(here)/$file"* ]]
    done
    node "$BATS_TEST_DIRNAME/file-server.mjs" "$dist" > "$BATS_TEST_TMPDIR/port" 3>&- &
    server=$!
    until [ -s "$BATS_TEST_TMPDIR/port" ]; do sleep 0.05; done
    cp "$BATS_TEST_DIRNAME/../../../install.sh" "$BATS_TEST_TMPDIR/install.sh"
    LAZYMCP_BASE_URL=http://127.0.0.1:$(cat "$BATS_TEST_TMPDIR/port") run sh "$BATS_TEST_TMPDIR/install.sh" --no-modify-path
    kill "$server"
    [ "$status" -eq 0 ]
    [[ $output == *"installed lazymcp $version"* ]]
    cmp "$binary" "$HOME/.local/bin/lazymcp"
    [ -s "$HOME/.local/share/man/man1/lazymcp.1" ]
}

@test "a Windows archive is a zip with an exe" {
    "$packaging/archive.sh" "$binary" "$version" windows-x64 "$dist"
    run -0 unzip -l "$dist/lazymcp-$version-windows-x64.zip"
    [[ $output == *"lazymcp-$version-windows-x64/lazymcp.exe"* ]]
}

@test "a program of another version is not packed" {
    run -1 "$packaging/archive.sh" "$binary" 9.9.9 linux-x64 "$dist"
    [[ $output == *"says that it is 'lazymcp $version'"* ]]
    [ -z "$(ls "$dist")" ]
}

@test "checksums are those of the archives alone, and without archives there are none" {
    mkdir "$dist"
    run -1 "$packaging/checksums.sh" "$dist"
    [ ! -e "$dist/SHA256SUMS" ]
    echo a > "$dist/lazymcp-1.2.3-linux-x64.tar.gz"
    echo b > "$dist/other"
    "$packaging/checksums.sh" "$dist"
    [ "$(cat "$dist/SHA256SUMS")" = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7  lazymcp-1.2.3-linux-x64.tar.gz" ]
}

# ---- linkage ----

@test "a binary that needs more than an old C library is told apart" {
    [ "$(uname -s)" = Linux ] || skip "ELF only"
    echo 'int main(void) { return 0; }' > "$BATS_TEST_TMPDIR/a.c"
    gcc -o "$BATS_TEST_TMPDIR/plain" "$BATS_TEST_TMPDIR/a.c"
    run -0 "$packaging/linkage.sh" "$BATS_TEST_TMPDIR/plain" 9.9
    [[ $output == *"libc alone, glibc 2."* ]]
    run -1 "$packaging/linkage.sh" "$BATS_TEST_TMPDIR/plain" 2.1
    [[ $output == *"newer than 2.1"* ]]
    gcc -Wl,--no-as-needed -o "$BATS_TEST_TMPDIR/more" "$BATS_TEST_TMPDIR/a.c" -lz
    run -1 "$packaging/linkage.sh" "$BATS_TEST_TMPDIR/more"
    [[ $output == *"more than the C library"*libz.so* ]]
    gcc -static -o "$BATS_TEST_TMPDIR/static" "$BATS_TEST_TMPDIR/a.c"
    run -0 "$packaging/linkage.sh" "$BATS_TEST_TMPDIR/static" 2.1
    [[ $output == *": static" ]]
}

# ---- package managers ----

@test "Homebrew, Scoop and winget get the checksum and address of each archive" {
    release
    node "$packaging/packages.mjs" "$version" "$dist" "$out"
    run ! grep -rF '{{' "$out"
    for platform in macos-arm64 macos-x64 linux-arm64 linux-x64; do
        grep -A 1 "url \"https://github.com/lazymcp/lazymcp/releases/download/v$version/lazymcp-$version-$platform.tar.gz\"" "$out/homebrew/lazymcp.rb" |
            grep "sha256 \"$(sha256sum < "$dist/lazymcp-$version-$platform.tar.gz" | cut -d ' ' -f 1)\""
    done
    sum=$(sha256sum < "$dist/lazymcp-$version-windows-x64.zip" | cut -d ' ' -f 1)
    SUM=$sum VERSION=$version node -e '
        const assert = require("node:assert");
        const scoop = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
        assert.equal(scoop.version, process.env.VERSION);
        assert.equal(scoop.architecture["64bit"].hash, process.env.SUM);
        assert.match(scoop.architecture["64bit"].url, /-windows-x64\.zip$/);
        assert.equal(scoop.bin, "lazymcp.exe");
    ' "$out/scoop/lazymcp.json"
    grep -qx "  InstallerSha256: $(echo "$sum" | tr a-f A-F)" "$out/winget/lazymcp.lazymcp.installer.yaml"
    [ "$(cat "$out"/winget/*.yaml | grep -cx "PackageVersion: $version")" -eq 3 ]
    for type in version installer defaultLocale; do grep -qx "ManifestType: $type" "$out"/winget/*.yaml; done
    if command -v ruby > /dev/null; then ruby -c "$out/homebrew/lazymcp.rb"; fi
    [ "$(grep -cE '^ *(class|def|on_[a-z]+ do|test do)( |$)' "$out/homebrew/lazymcp.rb")" -eq "$(grep -cE '^ *end$' "$out/homebrew/lazymcp.rb")" ]
}

@test "a release that lacks an archive is no release for them" {
    release
    sed -i.bak '/macos-x64/d' "$dist/SHA256SUMS"
    run -1 node "$packaging/packages.mjs" "$version" "$dist" "$out"
    [[ $output == *"does not list lazymcp-$version-macos-x64.tar.gz"* ]]
    run -1 node "$packaging/packages.mjs" "v$version" "$dist" "$out"
    [[ $output == *"not a version"* ]]
}

# ---- npm ----

# npm packages of the platform at hand, installed as a user does, from files.
install_from_npm() { # OPTIONS
    "$packaging/archive.sh" "$binary" "$version" "$(here)" "$dist"
    "$packaging/checksums.sh" "$dist"
    node "$packaging/npm.mjs" "$version" "$dist" "$out"
    (cd "$BATS_TEST_TMPDIR" && npm pack --silent "$out/$(here)" "$out/lazymcp")
    mkdir "$BATS_TEST_TMPDIR/project"
    cd "$BATS_TEST_TMPDIR/project" || return
    npm install --offline --no-audit --no-fund "$@" "$BATS_TEST_TMPDIR"/*.tgz
}

@test "npm installs the native program in the place of the launcher" {
    install_from_npm
    cmp "$binary" node_modules/lazymcp/bin/lazymcp
    [ "$(npx --offline lazymcp --version | head -n 1)" = "lazymcp $version" ]
}

@test "where npm runs no install scripts the launcher starts it, with its exit code" {
    install_from_npm --ignore-scripts
    run ! cmp "$binary" node_modules/lazymcp/bin/lazymcp
    run -0 npx --offline lazymcp --version
    [[ $output == "lazymcp $version"* ]]
    run -2 node_modules/.bin/lazymcp exit 2
}

@test "without the package of the platform it is said what to do" {
    install_from_npm --ignore-scripts
    rm -r node_modules/@lazymcp
    run -127 node_modules/.bin/lazymcp --version
    [[ $output == *"there is no program for"*"install lazymcp again"* ]]
}

@test "an archive that is not what SHA256SUMS promises is not packed" {
    "$packaging/archive.sh" "$binary" "$version" "$(here)" "$dist"
    "$packaging/checksums.sh" "$dist"
    echo more >> "$dist/lazymcp-$version-$(here).tar.gz"
    run -1 node "$packaging/npm.mjs" "$version" "$dist" "$out"
    [[ $output == *"is not what SHA256SUMS promises"* ]]
    [ ! -e "$out/lazymcp" ]
}
