package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, '', linux-x64",
        "Linux, amd64, musl, linux-x64-musl",
        "Linux, aarch64, '', linux-arm64",
        "Mac OS X, x86_64, '', macos-x64",
        "Mac OS X, aarch64, '', macos-arm64",
        "Windows Server 2025, amd64, '', windows-x64",
        "FreeBSD, riscv64, '', freebsd-riscv64"
    })
    void aTargetIsCalledAsItsArchiveIs(String system, String processor, String libc, String target) {
        assertThat(Build.target(system, processor, libc)).isEqualTo(target);
    }

    @Test
    void theFirstLineIsNameAndVersionAlone() {
        assertThat(Version.lines(new Build("1.2.3", "0123456789ab-dirty", "linux-x64", "native-image, x")))
                .containsExactly(
                        "lazymcp 1.2.3", "commit  0123456789ab-dirty", "target  linux-x64", "builder native-image, x");
    }
}
