package dev.lazymcp.upstream;

import java.util.ArrayList;
import java.util.List;

/**
 * Windows programs get one line of text and split it themselves: by the rules of Microsoft's C runtime ("Parsing C
 * command-line arguments"), or by those of cmd.exe where the program is a batch file. These functions write that line, and
 * hand it to {@link ProcessBuilder} in pieces that it passes on unchanged: in its legacy mode ({@code
 * jdk.lang.Process.allowAmbiguousCommands}) that is what begins and ends with a quote, and what has no white space in it. Left
 * to itself it escapes no quote inside an argument, and nothing that cmd.exe expands or runs.
 */
final class WindowsCommandLine {
    /** CreateProcess: 32,767 characters with the terminating NUL. */
    static final int PROGRAM_LIMIT = 32_766;

    /** cmd.exe, "Command prompt line string limitation". */
    static final int SCRIPT_LIMIT = 8191;

    private WindowsCommandLine() {}

    /**
     * The pieces for {@link ProcessBuilder} that start {@code file} with {@code arguments}.
     *
     * @param file absolute; a batch file is run by the cmd.exe of {@code systemRoot}
     * @throws StartFailure where an argument cannot be passed, or all are too long
     */
    static List<String> of(String file, List<String> arguments, String systemRoot) throws StartFailure {
        List<String> pieces = new ArrayList<>();
        boolean script = CommandSearch.isScript(file);
        if (script) {
            pieces.addAll(List.of(systemRoot + "\\System32\\cmd.exe", "/d", "/e:ON", "/v:OFF", "/s", "/c"));
            pieces.add(scriptPiece(file, arguments));
        } else {
            pieces.add(file);
            for (String argument : arguments) {
                pieces.add(programArgument(argument));
            }
        }
        int limit = script ? SCRIPT_LIMIT : PROGRAM_LIMIT;
        boolean spaced = pieces.getFirst().indexOf(' ') >= 0;
        long length = pieces.stream().mapToLong(String::length).sum() + pieces.size() - 1 + (spaced ? 2 : 0);
        if (length > limit) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The command line of " + file + " has " + length + " characters; Windows takes " + limit + ".");
        }
        return List.copyOf(pieces);
    }

    /**
     * {@code argument} in quotes, so that Microsoft's C runtime, {@code CommandLineToArgvW} and their kin read it back. Trailing
     * backslashes are put behind the closing quote and an empty pair of quotes behind them, since some versions of Java take a
     * piece that ends in {@code \"} for one without quotes, and quote it once more.
     */
    static String programArgument(String argument) throws StartFailure {
        refuse(argument, '\0', "a NUL character");
        StringBuilder out = new StringBuilder(argument.length() + 2).append('"');
        int backslashes = 0;
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            if (c == '\\') {
                backslashes++;
            } else {
                out.repeat('\\', c == '"' ? 2 * backslashes + 1 : backslashes).append(c);
                backslashes = 0;
            }
        }
        out.append('"');
        if (backslashes > 0) {
            out.repeat('\\', 2 * backslashes).append("\"\"");
        }
        return out.toString();
    }

    /**
     * The line that {@code cmd.exe /s /c} runs, within the quotes that {@code /s} takes off. The rules are those that Rust's
     * standard library has since CVE-2024-24576: quote whatever is not known to be harmless, double quotes within, and break up
     * {@code %NAME%} by an expansion that yields nothing; line ends cannot be passed at all.
     */
    static String scriptPiece(String file, List<String> arguments) throws StartFailure {
        refuseInScript(file);
        refuse(file, '"', "a quote in its name");
        StringBuilder out = new StringBuilder("\"\"");
        appendContent(out, file);
        out.append('"');
        for (String argument : arguments) {
            refuseInScript(argument);
            out.append(' ');
            boolean quoted = needsQuotes(argument);
            out.append(quoted ? "\"" : "");
            int backslashes = appendContent(out, argument);
            if (quoted) {
                out.repeat('\\', backslashes).append('"');
            }
        }
        return out.append('"').toString();
    }

    /** Appends {@code text} as it stands within quotes; the answer is how many backslashes it ends with. */
    private static int appendContent(StringBuilder out, String text) {
        int backslashes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.repeat('\\', backslashes).append('"');
                case '%' -> out.append("%%cd:~,");
                default -> {}
            }
            backslashes = c == '\\' ? backslashes + 1 : 0;
            out.append(c);
        }
        return backslashes;
    }

    private static boolean needsQuotes(String argument) {
        return argument.isEmpty()
                || argument.endsWith("\\")
                || !argument.chars().allMatch(WindowsCommandLine::isHarmless);
    }

    private static boolean isHarmless(int c) {
        boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return alphanumeric || "#$*+-./:?@\\_".indexOf(c) >= 0 || (c > 0x9F && !Character.isSpaceChar(c));
    }

    private static void refuseInScript(String text) throws StartFailure {
        refuse(text, '\0', "a NUL character");
        refuse(text, '\n', "a line end, which no batch file can be given");
        refuse(text, '\r', "a carriage return, which no batch file can be given");
    }

    private static void refuse(String text, char c, String what) throws StartFailure {
        if (text.indexOf(c) >= 0) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The command cannot be started with an argument that has " + what + " in it.");
        }
    }
}
