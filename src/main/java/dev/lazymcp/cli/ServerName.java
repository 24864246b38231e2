package dev.lazymcp.cli;

import java.util.List;

/** A name for a server that nobody named, from its command line. */
final class ServerName {
    private ServerName() {}

    /** The program's name, or for a program that runs another (npx, uvx, node …) the name of what it runs. */
    static String of(List<String> command) {
        String program = base(command.getFirst());
        boolean runner = switch (program) {
            case "npx", "uvx", "node", "bunx", "bun", "deno", "python", "python3", "pipx", "npm", "pnpm" -> true;
            default -> false;
        };
        if (runner) {
            for (String argument : command.subList(1, command.size())) {
                if (!argument.startsWith("-") && !argument.equals("run") && !argument.equals("exec")) {
                    return base(argument);
                }
            }
        }
        return program;
    }

    /** The host of {@code url}. */
    static String ofUrl(String url) {
        int from = url.indexOf("://") + 3;
        int to = from;
        while (to < url.length() && "/?#:".indexOf(url.charAt(to)) < 0) {
            to++;
        }
        String host = from < 3
                ? ""
                : url.substring(url.lastIndexOf('@', to) < from ? from : url.lastIndexOf('@', to) + 1, to);
        return host.isBlank() ? "server" : host;
    }

    /** The last part of a path or package, without version, extension and the words that say that it is a server. */
    private static String base(String path) {
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        int version = name.indexOf('@', 1);
        name = version > 0 ? name.substring(0, version) : name;
        for (String extension : List.of(".exe", ".cmd", ".bat", ".js", ".mjs", ".cjs", ".ts", ".py", ".sh")) {
            name = name.endsWith(extension) ? name.substring(0, name.length() - extension.length()) : name;
        }
        for (String prefix : List.of("mcp-server-", "server-", "mcp-")) {
            name = name.length() > prefix.length() && name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        }
        return name.isBlank() ? "server" : name;
    }
}
