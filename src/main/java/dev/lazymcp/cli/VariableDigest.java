package dev.lazymcp.cli;

import dev.lazymcp.catalog.Identity;
import dev.lazymcp.catalog.Salt;
import dev.lazymcp.config.SyncStub;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a stub says what its variables are set to without saying it: as digests under a salt that the one who asks has just made
 * up. Whoever knows a value can tell whether it is the same.
 *
 * @param salt of one question
 */
record VariableDigest(Salt salt) implements SyncStub.Digest {
    /** Under the salt that {@code hex} spells, 64 digits. */
    static VariableDigest of(String hex) {
        return new VariableDigest(Salt.of(HexFormat.of().parseHex(hex)));
    }

    /** A salt that nobody has used. */
    static String freshSalt() {
        byte[] salt = new byte[Salt.LENGTH];
        new SecureRandom().nextBytes(salt);
        return HexFormat.of().formatHex(salt);
    }

    @Override
    public String of(String variable, String value) {
        return Identity.of(
                        salt,
                        new Identity.Definition(
                                "variable",
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of(variable, value),
                                Map.of()))
                .fileName();
    }
}
