#!/usr/bin/env bats
# shellcheck disable=SC2030,SC2031,SC2154 # every test is a process of its own; bats sets stderr
#
# The scripts that find or assemble a native-image builder, as far as that goes without building an image.

bats_require_minimum_version 1.5.0

toolchain=$BATS_TEST_DIRNAME/../../../native-config/toolchain

setup() {
    unset NATIVE_JDK JAVA_HOME JAVA_HOME_25_X64 JAVA_HOME_25_ARM64 GRAALVM_HOME SVM_VERSION
    installed_jdk=$("$toolchain/find-jdk.sh" --plain 2> /dev/null || true)
    export HOME=$BATS_TEST_TMPDIR/home XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    mkdir -p "$HOME"
    jdks=$BATS_TEST_TMPDIR/jdks
}

# A directory that looks like a JDK.
jdk() { # NAME VERSION
    mkdir -p "$jdks/$1/bin"
    printf 'LIBC="gnu"\nJAVA_VERSION="%s"\n' "$2" > "$jdks/$1/release"
    printf '#!/bin/sh\n' > "$jdks/$1/bin/javac"
    chmod +x "$jdks/$1/bin/javac"
}

graalvm() { # NAME VERSION
    jdk "$1" "$2"
    mkdir -p "$jdks/$1/lib/svm/bin"
    printf '#!/bin/sh\n' > "$jdks/$1/lib/svm/bin/native-image"
    chmod +x "$jdks/$1/lib/svm/bin/native-image"
    ln -s ../lib/svm/bin/native-image "$jdks/$1/bin/native-image"
}

on_platform() { # KERNEL MACHINE
    mkdir -p "$BATS_TEST_TMPDIR/stubs"
    cat > "$BATS_TEST_TMPDIR/stubs/uname" << END
#!/bin/sh
case \$1 in -s) echo $1 ;; -m) echo $2 ;; *) exit 1 ;; esac
END
    chmod +x "$BATS_TEST_TMPDIR/stubs/uname"
    PATH=$BATS_TEST_TMPDIR/stubs:$PATH
}

# ---- find-jdk.sh ----

@test "JAVA_HOME is taken when it is a JDK 25" {
    jdk a 25.0.3
    JAVA_HOME=$jdks/a run -0 "$toolchain/find-jdk.sh"
    [ "$output" = "$jdks/a" ]
    jdk b 25
    JAVA_HOME=$jdks/b run -0 "$toolchain/find-jdk.sh"
    [ "$output" = "$jdks/b" ]
}

@test "another Java in JAVA_HOME is passed over" {
    jdk old 17.0.1
    jdk later 250.1
    JAVA_HOME=$jdks/old run "$toolchain/find-jdk.sh"
    [[ $output != "$jdks/old" ]]
    JAVA_HOME=$jdks/later run "$toolchain/find-jdk.sh"
    [[ $output != "$jdks/later" ]]
}

@test "the javac on PATH leads to its JDK" {
    jdk a 25.0.3
    PATH=$jdks/a/bin:$PATH run -0 "$toolchain/find-jdk.sh"
    [ "$output" = "$jdks/a" ]
}

@test "NATIVE_JDK decides, and is refused with a reason when it does not fit" {
    jdk a 25.0.3
    jdk old 17.0.1
    graalvm g 25.0.3
    NATIVE_JDK=$jdks/a JAVA_HOME=$jdks/g run -0 "$toolchain/find-jdk.sh"
    [ "$output" = "$jdks/a" ]
    NATIVE_JDK=$jdks/old run -3 "$toolchain/find-jdk.sh"
    [[ $output == *"$jdks/old: Java 17.0.1"* ]]
    NATIVE_JDK=$jdks/g run -3 "$toolchain/find-jdk.sh" --plain
    [[ $output == *"not a plain JDK"* ]]
    NATIVE_JDK=$jdks/none run -3 "$toolchain/find-jdk.sh"
    [[ $output == *"bin/javac is missing"* ]]
}

@test "--at-least compares numbers" {
    jdk a 25.0.9
    NATIVE_JDK=$jdks/a run -3 "$toolchain/find-jdk.sh" --at-least 25.0.10
    [[ $output == *"older than 25.0.10"* ]]
    NATIVE_JDK=$jdks/a run -0 "$toolchain/find-jdk.sh" --at-least 25.0.9
    jdk b 25
    NATIVE_JDK=$jdks/b run -3 "$toolchain/find-jdk.sh" --at-least 25.0.2
}

# ---- find-builder.sh ----

@test "an installed GraalVM wins: GRAALVM_HOME, then JAVA_HOME, then PATH" {
    graalvm a 25.0.3
    graalvm b 25.0.3
    graalvm c 25.0.3
    PATH=$jdks/c/bin:$PATH
    run -0 "$toolchain/find-builder.sh"
    [ "$output" = "$jdks/c" ]
    JAVA_HOME=$jdks/b run -0 "$toolchain/find-builder.sh"
    [ "$output" = "$jdks/b" ]
    JAVA_HOME=$jdks/b GRAALVM_HOME=$jdks/a run -0 "$toolchain/find-builder.sh"
    [ "$output" = "$jdks/a" ]
}

@test "a GRAALVM_HOME that does not fit is said and passed over" {
    graalvm old 21.0.2
    graalvm c 25.0.3
    PATH=$jdks/c/bin:$PATH GRAALVM_HOME=$jdks/old run -0 --separate-stderr "$toolchain/find-builder.sh"
    [ "$output" = "$jdks/c" ]
    [[ $stderr == *"$jdks/old, which is no GraalVM 25"* ]]
}

@test "where no builder can be assembled it says what to install" {
    on_platform Darwin arm64
    run -3 "$toolchain/find-builder.sh"
    [[ $output == *"no GraalVM 25 was found"*"graalvm.org"* ]]
    run -3 "$toolchain/bootstrap.sh"
    [[ $output == *"Linux x86-64 only"* ]]
}

@test "wrong usage has exit code 2" {
    run -2 "$toolchain/find-builder.sh" --what
    run -2 "$toolchain/find-jdk.sh" --what
    run -2 "$toolchain/bootstrap.sh" --what
    run -2 "$toolchain/bootstrap.sh" a b
}

# ---- bootstrap.sh ----

@test "a version of the builder without checksums is refused" {
    SVM_VERSION=25.9.9 run -2 "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder"
    [[ $output == *"no checksums for svm 25.9.9"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/builder" ]
}

# A Maven that delivers the listed files with other contents.
maven_with_forged_jars() {
    mkdir -p "$BATS_TEST_TMPDIR/stubs"
    cat > "$BATS_TEST_TMPDIR/stubs/mvn" << END
#!/bin/sh
for argument; do
    case \$argument in -DoutputDirectory=*) directory=\${argument#*=} ;; esac
done
mkdir -p "\$directory"
for name in \$(awk '{ print \$2 }' "$toolchain/checksums/svm-25.0.2.sha256") $1; do echo forged > "\$directory/\$name"; done
END
    chmod +x "$BATS_TEST_TMPDIR/stubs/mvn"
    PATH=$BATS_TEST_TMPDIR/stubs:$PATH
}

require_bootstrap() {
    if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ] || [ -z "$installed_jdk" ]; then skip "needs Linux x86-64 and a JDK 25"; fi
    export NATIVE_JDK=$installed_jdk
}

@test "jars with other contents are refused" {
    require_bootstrap
    maven_with_forged_jars
    run -1 "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder"
    [[ $output == *"svm-25.0.2.jar: FAILED"*"is not the one"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/builder" ]
}

@test "a jar that is not listed is refused" {
    require_bootstrap
    maven_with_forged_jars extra-1.0.jar
    run -1 "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder"
    [[ $output == *"> extra-1.0.jar"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/builder" ]
}

@test "a Maven that fails is quoted" {
    require_bootstrap
    mkdir -p "$BATS_TEST_TMPDIR/stubs"
    printf '#!/bin/sh\necho "[ERROR] Unknown host"\nexit 1\n' > "$BATS_TEST_TMPDIR/stubs/mvn"
    chmod +x "$BATS_TEST_TMPDIR/stubs/mvn"
    PATH=$BATS_TEST_TMPDIR/stubs:$PATH run -1 "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder"
    [[ $output == *"Unknown host"*"could not fetch"* ]]
}

@test "a directory that it did not make is left alone" {
    require_bootstrap
    mkdir "$BATS_TEST_TMPDIR/builder"
    run -1 "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder"
    [[ $output == *"was not made by this script"* ]]
    [ -d "$BATS_TEST_TMPDIR/builder" ]
}

@test "a second run waits for the first" {
    require_bootstrap
    maven_with_forged_jars
    exec 8> "$BATS_TEST_TMPDIR/builder.lock"
    flock 8
    "$toolchain/bootstrap.sh" "$BATS_TEST_TMPDIR/builder" > "$BATS_TEST_TMPDIR/output" 2>&1 3>&- 8>&- &
    local waiting=$! tries=0
    until grep -q 'waiting for it' "$BATS_TEST_TMPDIR/output"; do
        [ $((tries += 1)) -lt 200 ]
        sleep 0.05
    done
    kill -0 "$waiting"
    run ! grep -q 'image builder' "$BATS_TEST_TMPDIR/output"
    exec 8>&-
    wait "$waiting" || [ $? -eq 1 ]
    grep -q 'is not the one' "$BATS_TEST_TMPDIR/output"
}
