#!/usr/bin/env bash
# Assembles a GraalVM-like home (a JDK 25 with a working bin/native-image) on Linux x86-64. README.md says what from.
#
# usage: bootstrap.sh [DIRECTORY]       default: ${XDG_CACHE_HOME:-~/.cache}/lazymcp/native-builder
#        bootstrap.sh --print-directory  prints the default and does nothing
#
# Does nothing when DIRECTORY is up to date. Replaces it in one step otherwise, so a failed or interrupted run leaves the
# old one in place. Concurrent runs wait for each other.
#
# environment: NATIVE_JDK   the JDK 25 to start from (otherwise the one find-jdk.sh finds)
#              SVM_VERSION  version of the image builder; checksums/svm-VERSION.sha256 must exist
# exit codes:  0 ready, 1 failed (stderr says what), 2 wrong usage, 3 something has to be installed first
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
svm_version=${SVM_VERSION:-25.0.2}
checksums=$here/checksums/svm-$svm_version.sha256

# The JDK's native libraries that an image may need, in the order in which the builder links them.
jdk_libraries=(java nio net zip extnet prefs management management_ext jaas rmi)

# The builder's modules, which look into packages of these JDK modules.
builder_modules=org.graalvm.nativeimage.builder,org.graalvm.nativeimage.pointsto,org.graalvm.nativeimage.base,org.graalvm.nativeimage,org.graalvm.nativeimage.objectfile,org.graalvm.nativeimage.configure,org.graalvm.nativeimage.libgraal,org.graalvm.espresso.shared.svm,org.graalvm.truffle.compiler,jdk.graal.compiler
opened_jdk_modules=(
    java.base java.desktop java.instrument java.logging java.management java.naming java.net.http java.prefs java.rmi
    java.security.jgss java.sql java.xml jdk.charsets jdk.crypto.ec jdk.internal.le jdk.internal.vm.ci jdk.jartool jdk.jfr
    jdk.localedata jdk.management jdk.management.agent jdk.net jdk.security.jgss jdk.zipfs
)

main() {
    case $#:${1:-} in
        0:) target=$(default_directory) ;;
        1:--print-directory) default_directory; return ;;
        1:-* | 1:) usage ;;
        1:*) target=$1 ;;
        *) usage ;;
    esac
    require_platform
    require_checksums
    jdk=$("$here/find-jdk.sh" --plain --at-least "$svm_version") || exit 3
    require_glibc_jdk
    require_tools
    prepare_target
    wait_for_other_runs
    stamp=$(compute_stamp)
    if is_up_to_date; then
        echo "$target is up to date"
        return
    fi
    assemble
    replace_target
    "$target/bin/native-image" --version
    echo "ready: GRAALVM_HOME=$target"
}

usage() {
    echo "usage: $0 [DIRECTORY | --print-directory]" >&2
    exit 2
}

fail() { # MESSAGE [EXIT_CODE]
    echo "error: $1" >&2
    exit "${2:-1}"
}

step() { echo "== $1"; }

default_directory() {
    echo "${XDG_CACHE_HOME:-${HOME:?neither XDG_CACHE_HOME nor HOME is set}/.cache}/lazymcp/native-builder"
}

# ---- what the machine must have ----

require_platform() {
    local platform
    platform=$(uname -s)-$(uname -m)
    [ "$platform" = Linux-x86_64 ] || fail "a builder can be assembled on Linux x86-64 only, this is $platform: install GraalVM 25" 3
}

require_checksums() {
    [ -f "$checksums" ] || fail "there are no checksums for svm $svm_version ($checksums): nothing is taken unverified" 2
}

require_glibc_jdk() {
    if grep -q '^LIBC="musl"' "$jdk/release"; then fail "$jdk is built for musl; a JDK for glibc is needed (set NATIVE_JDK)" 3; fi
}

has_header() { echo "#include <$1>" | gcc -E -x c - > /dev/null 2>&1; }

# Debian names of the packages whose programs or headers are missing.
missing_packages() {
    local program
    command -v gcc > /dev/null || echo gcc
    for program in ar nm objdump; do
        command -v $program > /dev/null || { echo binutils; break; }
    done
    has_header stdio.h || echo libc6-dev
    has_header zlib.h || echo zlib1g-dev
    command -v mvn > /dev/null || echo maven
    command -v flock > /dev/null || echo util-linux
}

require_tools() {
    local packages
    mapfile -t packages < <(missing_packages)
    [ ${#packages[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -eq 0 ] && command -v apt-get > /dev/null; then
        echo "installing with apt-get what is missing: ${packages[*]}"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
        mapfile -t packages < <(missing_packages)
        [ ${#packages[@]} -gt 0 ] || return 0
    fi
    echo "error: a C compiler, binutils, the headers of libc and zlib, Maven and flock are needed. Missing here:" >&2
    if command -v dnf > /dev/null; then
        echo "  dnf install $(other_names fedora "${packages[@]}")" >&2
    elif command -v pacman > /dev/null; then
        echo "  pacman -S $(other_names arch "${packages[@]}")" >&2
    else
        echo "  apt-get install ${packages[*]}" >&2
    fi
    exit 3
}

other_names() { # DISTRIBUTION DEBIAN_PACKAGE...
    local distribution=$1 package
    shift
    for package; do
        case $distribution:$package in
            fedora:libc6-dev) package=glibc-devel ;;
            fedora:zlib1g-dev) package=zlib-devel ;;
            arch:libc6-dev) package=glibc ;;
            arch:zlib1g-dev) package=zlib ;;
        esac
        echo "$package"
    done | paste -sd ' ' -
}

# ---- the target directory ----

prepare_target() {
    mkdir -p "$(dirname "$target")"
    target=$(cd "$(dirname "$target")" && pwd)/$(basename "$target")
    if [ -e "$target" ] && [ ! -e "$target/lib/svm/stamp" ]; then fail "$target exists and was not made by this script"; fi
}

# The kernel drops the lock when the process ends, however it ends.
wait_for_other_runs() {
    exec {lock}> "$target.lock"
    if ! flock --nonblock "$lock"; then
        echo "another run is assembling $target; waiting for it"
        flock "$lock"
    fi
}

# What the result depends on.
compute_stamp() {
    {
        echo "$svm_version"
        cat "$jdk/release"
        gcc -dumpfullversion
        cd "$here"
        find bootstrap.sh checksums launcher native tools -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } | sha256sum | cut -d' ' -f1
}

is_up_to_date() {
    [ -x "$target/bin/native-image" ] && [ "$(cat "$target/lib/svm/stamp" 2> /dev/null)" = "$stamp" ]
}

replace_target() {
    if [ -e "$target" ]; then mv "$target" "$target.old.$$"; fi
    mv "$home" "$target"
    rm -rf "$target.old.$$"
}

# ---- assembly: everything goes to $home, intermediate files to $work ----

assemble() {
    rm -rf "$target".new.* "$target".old.* # left by a killed run; we hold the lock
    home=$target.new.$$
    work=$(mktemp -d)
    trap 'rm -rf "$work" "$home"' EXIT
    svm=$home/lib/svm
    libraries=$svm/clibraries/linux-amd64
    fetch_builder_jars
    copy_jdk
    add_builder_jars
    compile_tools
    step "native libraries"
    mkdir "$work/objects"
    convert_jdk_libraries
    compile_own_libraries
    step "launcher"
    add_launcher
    write_builder_jvm_arguments
    write_versions
    write_metadata_schema
    echo "$stamp" > "$svm/stamp"
}

copy_jdk() {
    step "JDK: $jdk"
    cp -a "$jdk" "$home"
    rm -rf "$home/lib/src.zip" "$home/jmods" # large, and nothing here reads them
    mkdir -p "$svm/builder/lib" "$svm/graal" "$svm/driver" "$svm/schemas" "$libraries/include"
}

add_builder_jars() {
    mv "$work"/jars/compiler-*.jar "$svm/graal/"
    mv "$work"/jars/*.jar "$svm/builder/"
}

fetch_builder_jars() {
    step "image builder: svm $svm_version from the Maven repository"
    cat > "$work/pom.xml" << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>native-image-builder</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.graalvm.nativeimage</groupId><artifactId>svm</artifactId><version>$svm_version</version></dependency>
  </dependencies>
</project>
POM
    if ! JAVA_HOME=$jdk mvn -B -q -f "$work/pom.xml" \
        org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
        -DoutputDirectory="$work/jars" > "$work/mvn.log" 2>&1; then
        cat "$work/mvn.log" >&2
        fail "Maven could not fetch org.graalvm.nativeimage:svm:$svm_version (its messages are above)"
    fi
    verify_jars "$work/jars"
}

# Exactly the listed files, each with the listed contents.
verify_jars() { # DIRECTORY
    local difference
    difference=$(diff <(awk '{ print $2 }' "$checksums" | LC_ALL=C sort) <(find "$1" -type f -printf '%f\n' | LC_ALL=C sort)) \
        || fail "Maven brought other files than $checksums lists (< listed, > brought):
$difference"
    (cd "$1" && sha256sum --quiet --strict -c "$checksums" >&2) || fail "a file of the image builder is not the one that $checksums lists"
}

compile_tools() {
    "$jdk/bin/javac" -d "$work/tools" "$here"/tools/*.java
}

run_tool() { # MAIN_CLASS ARGUMENT...
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp "$work/tools" "$@"
}

compile() { # SOURCE OBJECT OPTION...
    local source=$1 object=$2
    shift 2
    gcc -O2 -fPIC -ffunction-sections -Wall -Wextra "-I$jdk/include" "-I$jdk/include/linux" "$@" -c "$source" -o "$object"
}

defines() { # OBJECT SYMBOL
    nm -g --defined-only "$1" | awk -v symbol="$2" '$3 == symbol { found = 1 } END { exit !found }'
}

convert_jdk_libraries() {
    local library object onload options publish
    for library in "${jdk_libraries[@]}"; do
        object=$work/objects/$library.o
        onload=$work/objects/onload_$library.o
        publish=()
        if [ "$library" = java ]; then publish=(findJavaTZ_md); fi # native/chelper.c calls it
        run_tool SharedToRelocatable "$jdk/lib/lib$library.so" "$object" "$library" "${publish[@]}"
        options=("-DLIBRARY=$library")
        if defines "$object" "jdk_JNI_OnLoad_$library"; then options+=(-DHAS_ONLOAD); fi
        compile "$here/native/onload.c" "$onload" "${options[@]}"
        ar rcsD "$libraries/lib$library.a" "$object" "$onload"
    done
}

compile_own_libraries() {
    local name
    cp "$here"/native/include/*.h "$libraries/include/"
    for name in chelper jvm container; do compile "$here/native/$name.c" "$work/objects/$name.o"; done
    write_missing_function_stubs > "$work/stubs.c"
    compile "$work/stubs.c" "$work/objects/stubs.o"
    ar rcsD "$libraries/libjvm.a" "$work/objects/jvm.o" "$work/objects/stubs.o"
    ar rcsD "$libraries/liblibchelper.a" "$work/objects/chelper.o"
    ar rcsD "$libraries/libsvm_container.a" "$work/objects/container.o"
    compile "$here/native/reporterchelper.c" "$work/objects/reporterchelper.o"
    gcc -shared "$work/objects/reporterchelper.o" -o "$svm/builder/lib/libreporterchelper.so"
}

# The JDK libraries name VM functions that nothing in an image calls, because the image's runtime replaces the Java side.
# Should one be called after all, it says which and ends the process.
write_missing_function_stubs() {
    local name
    cat << 'C'
#include <stdio.h>
#include <stdlib.h>
static _Noreturn void missing(const char *function) {
    fprintf(stderr, "fatal: %s is not available in a native image\n", function);
    abort();
}
C
    LC_ALL=C comm -23 \
        <(nm -u "$work"/objects/*.o | awk '$1 == "U" { print $2 }' | grep -E '^(JVM|JNI|jio)_' | LC_ALL=C sort -u) \
        <(nm -g --defined-only "$work"/objects/*.o | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u) \
        | while read -r name; do echo "void $name(void) { missing(\"$name\"); }"; done
}

add_launcher() {
    "$jdk/bin/javac" -d "$work/launcher" "$here"/launcher/*.java
    "$jdk/bin/jar" --create --date=2026-01-01T00:00:00Z --file "$svm/driver/driver.jar" -C "$work/launcher" .
    run_tool ApiOptionTable "$svm/driver/api-options.tsv" "$svm"/builder/*.jar "$svm"/graal/*.jar
    install -m 755 "$here/launcher/native-image.sh" "$home/bin/native-image"
}

write_builder_jvm_arguments() {
    {
        cat "$here/launcher/builder-jvm.args"
        run_tool ModuleOpens "$builder_modules" "${opened_jdk_modules[@]}"
        echo "-Dorg.graalvm.version=$svm_version"
        echo "-Dorg.graalvm.vendorversion=svm $svm_version from Maven Central"
        echo "-Dorg.graalvm.vendor=local build"
        echo "-Dorg.graalvm.vendorurl=https://www.graalvm.org/"
    } > "$svm/driver/builder-jvm.args"
}

release_property() { sed -n "s/^$1=\"\\(.*\\)\"\$/\\1/p" "$jdk/release"; }

write_versions() {
    local build
    build=$(release_property JAVA_RUNTIME_VERSION)
    {
        echo "java.version=$(release_property JAVA_VERSION)"
        echo "java.version.date=$(release_property JAVA_VERSION_DATE)"
        echo "java.runtime.version=$build"
        echo "java.runtime=OpenJDK Runtime Environment $(release_property IMPLEMENTOR_VERSION) (build $build)"
        echo "svm.version=svm-$svm_version"
    } > "$svm/driver/versions.properties"
}

# native-maven-plugin reads from this file which format of reachability metadata the builder takes (1.2.0 for 25.0.2) and
# compares it with that of its metadata repository. It looks at the version only.
write_metadata_schema() {
    echo '{ "title": "reachability metadata read by this builder", "version": "1.2.0" }' > "$svm/schemas/reachability-metadata-schema.json"
}

main "$@"
