package dev.lazymcp.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;

/** Directories that nobody but this user can enter. On Windows they inherit the access list of the user's own profile. */
public final class OwnDirectory {
    private static final int TYPE = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int OF_OTHERS = 0077;

    private OwnDirectory() {}

    /** The number of this user, where the system has such. */
    public static OptionalInt uid() {
        if (!Platform.current().isUnix()) {
            return OptionalInt.empty();
        }
        Path own = Platform.current() == Platform.LINUX
                ? Path.of("/proc/self")
                : Path.of(System.getProperty("user.home", "/"));
        try {
            return Files.getAttribute(own, "unix:uid") instanceof Integer uid
                    ? OptionalInt.of(uid)
                    : OptionalInt.empty();
        } catch (IOException | UnsupportedOperationException unknown) {
            return OptionalInt.empty();
        }
    }

    /** Why {@code directory} is not to be trusted; empty where it is this user's alone. */
    public static String fault(Path directory) throws IOException {
        if (!Platform.current().isUnix()) {
            return Files.isDirectory(directory) ? "" : directory + " is not a directory";
        }
        Map<String, Object> attributes = Files.readAttributes(directory, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        OptionalInt own = uid();
        if (!(attributes.get("uid") instanceof Integer uid) || !(attributes.get("mode") instanceof Integer mode)) {
            return directory + ": the file system does not tell whose it is";
        }
        if ((mode & TYPE) != DIRECTORY) {
            return directory + " is not a directory";
        }
        if (own.isPresent() && uid != own.getAsInt()) {
            return directory + " belongs to user " + uid;
        }
        return (mode & OF_OTHERS) == 0
                ? ""
                : directory + " can be entered by others (mode " + Integer.toOctalString(mode & 0777)
                        + "); run: chmod 700 " + directory;
    }

    /**
     * Makes {@code directory}, and what is missing above it, for this user alone.
     *
     * @throws IOException where it cannot be made, or is there and not this user's alone
     */
    public static void require(Path directory) throws IOException {
        AtomicFile.makePrivateDirectories(directory);
        String fault = fault(directory);
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
    }

    /** Whether {@code directory} is there and this user's alone. */
    public static boolean isUsable(Path directory) {
        try {
            return fault(directory).isEmpty();
        } catch (IOException missing) {
            return false;
        }
    }
}
