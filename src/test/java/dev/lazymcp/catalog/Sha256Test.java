package dev.lazymcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Sha256Test {
    /** Every length around the block and padding borders, then some long ones. */
    @Test
    void equalsTheDigestOfThePlatform() throws NoSuchAlgorithmException {
        MessageDigest platform = MessageDigest.getInstance("SHA-256");
        SplittableRandom random = new SplittableRandom(256);
        for (int length = 0; length < 1000; length++) {
            byte[] message = new byte[length < 300 ? length : random.nextInt(100_000)];
            random.nextBytes(message);
            assertThat(Sha256.digest(message)).as("%d bytes", message.length).isEqualTo(platform.digest(message));
        }
    }
}
