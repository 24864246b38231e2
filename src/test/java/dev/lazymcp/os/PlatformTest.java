package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, LINUX",
        "Mac OS X, MACOS",
        "Darwin, MACOS",
        "Windows 11, WINDOWS",
        "Windows Server 2025, WINDOWS",
        "FreeBSD, OTHER",
        "'', OTHER"
    })
    void isToldByTheNameThatJavaGivesIt(String name, Platform platform) {
        assertThat(Platform.of(name)).isEqualTo(platform);
    }

    @ParameterizedTest
    @CsvSource({"LINUX, true", "MACOS, true", "OTHER, true", "WINDOWS, false"})
    void allButWindowsAreUnix(Platform platform, boolean unix) {
        assertThat(platform.isUnix()).isEqualTo(unix);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theCurrentOneIsThatOfTheMachine() {
        assertThat(Platform.current()).isEqualTo(Platform.LINUX);
    }
}
