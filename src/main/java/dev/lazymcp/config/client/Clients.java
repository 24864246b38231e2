package dev.lazymcp.config.client;

import static dev.lazymcp.config.client.Base.Known.APPLICATION_DATA;
import static dev.lazymcp.config.client.Base.Known.CONFIG;
import static dev.lazymcp.config.client.Base.Known.ETC;
import static dev.lazymcp.config.client.Base.Known.HOME;
import static dev.lazymcp.config.client.Base.Known.LIBRARY;
import static dev.lazymcp.config.client.Base.Known.LOCAL;
import static dev.lazymcp.config.client.Base.Known.PROGRAM_DATA;
import static dev.lazymcp.config.client.Base.Known.PROGRAM_FILES;
import static dev.lazymcp.config.client.Base.Known.ROAMING;
import static dev.lazymcp.config.client.Place.managed;
import static dev.lazymcp.config.client.Place.project;
import static dev.lazymcp.config.client.Place.user;
import static dev.lazymcp.os.Platform.LINUX;
import static dev.lazymcp.os.Platform.MACOS;
import static dev.lazymcp.os.Platform.OTHER;
import static dev.lazymcp.os.Platform.WINDOWS;

import dev.lazymcp.config.client.ToolRules.StartLimit;
import dev.lazymcp.config.client.Variables.Field;
import dev.lazymcp.config.client.Variables.Unset;
import java.util.List;
import java.util.Optional;

/**
 * The clients, one description each. Where they come from, and how sure each line is, stands in {@code docs/clients.md}. A
 * client's places stand in the order in which they win.
 */
public final class Clients {
    private static final Section MCP_SERVERS = Section.of("mcpServers");
    private static final Section SERVERS = Section.of("servers");
    private static final Section MCP = Section.of("mcp");

    private static final ToolRules DISABLED_TOOLS = ToolRules.NONE.denying("disabledTools");

    private static final Base CLAUDE_HOME = new Base.Moved("CLAUDE_CONFIG_DIR", "");
    private static final Base COPILOT_HOME = new Base.Moved("COPILOT_HOME", ".copilot");
    private static final Base CODEX_HOME = new Base.Moved("CODEX_HOME", ".codex");

    private static final Client CLAUDE_CODE = Client.of(
                    "claude-code",
                    "Claude Code",
                    Variables.everywhere(Unset.ERROR, Syntax.BRACED, Syntax.DEFAULT)
                            .in(Field.COMMAND, Field.ARGS, Field.ENV, Field.URL, Field.HEADERS),
                    Inheritance.ALL,
                    managed(LIBRARY, "ClaudeCode/managed-mcp.json", MCP_SERVERS).alone(),
                    managed(ETC, "claude-code/managed-mcp.json", MCP_SERVERS)
                            .on(LINUX, OTHER)
                            .alone(),
                    managed(PROGRAM_FILES, "ClaudeCode/managed-mcp.json", MCP_SERVERS)
                            .alone(),
                    user(CLAUDE_HOME, ".claude.json", Section.of("projects", "*", "mcpServers"))
                            .as(Scope.LOCAL),
                    project(".mcp.json", MCP_SERVERS),
                    user(CLAUDE_HOME, ".claude.json", MCP_SERVERS))
            .with(Habit.DENIES_IN_SETTINGS)
            .approving(Approval.project(
                    "Claude Code asks again before it uses a project's server whose entry changed: approve it at the next"
                            + " start."));

    private static final Client CLAUDE_DESKTOP = Client.of(
            "claude-desktop",
            "Claude Desktop",
            Variables.none(),
            Inheritance.DESKTOP,
            user(APPLICATION_DATA, "Claude/claude_desktop_config.json", MCP_SERVERS),
            user(LOCAL, "Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json", MCP_SERVERS),
            user(LOCAL, "Claude-Data/claude_*/claude_desktop_config.json", MCP_SERVERS));

    private static final Client COPILOT = Client.of(
                    "copilot",
                    "Copilot CLI",
                    Variables.everywhere(Unset.LITERAL, Syntax.DOLLAR, Syntax.BRACED, Syntax.DEFAULT)
                            .in(Field.ENV),
                    Inheritance.PATH,
                    project(".mcp.json", MCP_SERVERS),
                    project(".github/mcp.json", MCP_SERVERS),
                    user(COPILOT_HOME, "mcp-config.json", MCP_SERVERS))
            .approving(Approval.anywhere(
                    "Where an enterprise has an allow-list for Copilot CLI, that knows a server by command"
                            + " and arguments and refuses all others: have the new command line added first."))
            .limiting(ToolRules.NONE.allowing("tools"));

    private static final Client VSCODE = Client.of(
                    "vscode",
                    "VS Code",
                    Variables.everywhere(Unset.EMPTY, Syntax.ENV, Syntax.FOLDERS, Syntax.INPUT),
                    Inheritance.ALL,
                    project(".vscode/mcp.json", SERVERS),
                    project(".mcp.json", MCP_SERVERS),
                    user(APPLICATION_DATA, "Code/User/mcp.json", SERVERS),
                    user(APPLICATION_DATA, "Code/User/profiles/*/mcp.json", SERVERS),
                    user(APPLICATION_DATA, "Code - Insiders/User/mcp.json", SERVERS),
                    user(APPLICATION_DATA, "Code - Insiders/User/profiles/*/mcp.json", SERVERS))
            .with(Habit.READS_ENV_FILES)
            .approving(Approval.anywhere(
                    "VS Code asks again whether to trust a server whose entry changed: confirm it at the next start."));

    private static final Client VISUAL_STUDIO = Client.of(
            "visual-studio",
            "Visual Studio",
            Variables.everywhere(Unset.EMPTY, Syntax.ENV, Syntax.INPUT),
            Inheritance.UNKNOWN,
            project(".vs/mcp.json", SERVERS).as(Scope.LOCAL).on(WINDOWS),
            project(".mcp.json", SERVERS).on(WINDOWS),
            project(".vscode/mcp.json", SERVERS).on(WINDOWS),
            user(HOME, ".mcp.json", SERVERS).on(WINDOWS));

    private static final Client CURSOR = Client.of(
                    "cursor",
                    "Cursor",
                    Variables.everywhere(Unset.LITERAL, Syntax.ENV, Syntax.FOLDERS),
                    Inheritance.ALL,
                    project(".cursor/mcp.json", MCP_SERVERS),
                    user(HOME, ".cursor/mcp.json", MCP_SERVERS))
            .with(Habit.READS_ENV_FILES);

    private static final Client CODEX = Client.of(
                    "codex",
                    "Codex",
                    Variables.none(),
                    Inheritance.FEW,
                    project(".codex/config.toml", Section.of("mcp_servers")),
                    user(CODEX_HOME, "config.toml", Section.of("mcp_servers")),
                    user(ETC, "codex/config.toml", Section.of("mcp_servers")).as(Scope.MANAGED))
            .with(Habit.MERGES_MEMBERS)
            .approving(Approval.anywhere(
                    "Where an administrator's requirements.toml names the servers of Codex, it does so by"
                            + " their command: have lazymcp added as the command first."))
            .limiting(ToolRules.NONE
                    .denying("disabled_tools")
                    .allowing("enabled_tools")
                    .approving("tools")
                    .starting(new StartLimit("startup_timeout_sec", 1_000), new StartLimit("startup_timeout_ms", 1)));

    private static final Client GEMINI = Client.of(
                    "gemini",
                    "Gemini CLI",
                    Variables.everywhere(Unset.LITERAL, Syntax.DOLLAR, Syntax.BRACED),
                    Inheritance.WITHOUT_SECRETS,
                    managed(ETC, "gemini-cli/settings.json", MCP_SERVERS).on(LINUX, OTHER),
                    managed(LIBRARY, "GeminiCli/settings.json", MCP_SERVERS),
                    managed(PROGRAM_DATA, "gemini-cli/settings.json", MCP_SERVERS),
                    project(".gemini/settings.json", MCP_SERVERS),
                    user(HOME, ".gemini/settings.json", MCP_SERVERS))
            .limiting(ToolRules.NONE.denying("excludeTools").allowing("includeTools"));

    private static final Client WINDSURF = Client.of(
                    "windsurf",
                    "Windsurf",
                    Variables.everywhere(Unset.LITERAL, Syntax.ENV),
                    Inheritance.ALL,
                    user(HOME, ".codeium/windsurf/mcp_config.json", MCP_SERVERS),
                    user(ROAMING, "Codeium/windsurf/mcp_config.json", MCP_SERVERS),
                    user(HOME, ".codeium/mcp_config.json", MCP_SERVERS))
            .limiting(DISABLED_TOOLS);

    private static final Client ZED = Client.of(
            "zed",
            "Zed",
            Variables.none(),
            Inheritance.UNKNOWN,
            project(".zed/settings.json", Section.of("context_servers")),
            user(CONFIG, "zed/settings.json", Section.of("context_servers")).on(LINUX, MACOS, OTHER),
            user(ROAMING, "Zed/settings.json", Section.of("context_servers")));

    private static final Client OPENCODE = Client.of(
                    "opencode",
                    "opencode",
                    Variables.everywhere(Unset.EMPTY, Syntax.BRACE_ENV, Syntax.BRACE_FILE),
                    Inheritance.UNKNOWN,
                    managed(ETC, "opencode/opencode.json", MCP).on(LINUX, OTHER),
                    managed(LIBRARY, "opencode/opencode.json", MCP),
                    managed(PROGRAM_DATA, "opencode/opencode.json", MCP),
                    project(".opencode/opencode.json", MCP),
                    project(".opencode/opencode.jsonc", MCP),
                    project("opencode.json", MCP),
                    project("opencode.jsonc", MCP),
                    project(".agents/mcp.json", Section.of()),
                    user(new Base.Named("OPENCODE_CONFIG"), "", MCP),
                    user(new Base.Named("OPENCODE_CONFIG_DIR"), "opencode.json", MCP),
                    user(CONFIG, "opencode/opencode.json", MCP),
                    user(CONFIG, "opencode/opencode.jsonc", MCP),
                    user(HOME, ".agents/mcp.json", Section.of()),
                    user(Base.Known.DATA, "opencode/mcp-local.json", Section.of()))
            .with(Habit.MERGES_MEMBERS)
            .approving(Approval.anywhere(
                    "opencode asks again before it uses a server whose entry changed: approve it at the next start."));

    private static final Client GOOSE = Client.of(
                    "goose",
                    "Goose",
                    Variables.none(),
                    Inheritance.UNKNOWN,
                    user(CONFIG, "goose/config.yaml", Section.of("extensions")).on(LINUX, MACOS, OTHER),
                    user(ROAMING, "Block/goose/config/config.yaml", Section.of("extensions")))
            .limiting(ToolRules.NONE.allowing("available_tools"));

    private static final Client CONTINUE = Client.of(
                    "continue",
                    "Continue",
                    Variables.everywhere(Unset.LITERAL, Syntax.SECRET),
                    Inheritance.UNKNOWN,
                    project(".continue/mcpServers/*.yaml", MCP_SERVERS),
                    project(".continue/mcpServers/*.yml", MCP_SERVERS),
                    project(".continue/mcpServers/*.json", MCP_SERVERS),
                    user(HOME, ".continue/config.yaml", MCP_SERVERS),
                    user(HOME, ".continue/config.json", MCP_SERVERS))
            .limiting(ToolRules.NONE.starting(new StartLimit("connectionTimeout", 1)));

    private static final Client CLINE = Client.of(
                    "cline",
                    "Cline",
                    Variables.none(),
                    Inheritance.PATH,
                    user(HOME, ".cline/data/settings/cline_mcp_settings.json", MCP_SERVERS),
                    extension("Code", "saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
                    extension("Code - Insiders", "saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
                    extension("Cursor", "saoudrizwan.claude-dev/settings/cline_mcp_settings.json"))
            .limiting(DISABLED_TOOLS.approving("autoApprove", "alwaysAllow"));

    private static final Client ROO = Client.of(
                    "roo",
                    "Roo Code",
                    Variables.everywhere(Unset.LITERAL, Syntax.ENV),
                    Inheritance.UNKNOWN,
                    project(".roo/mcp.json", MCP_SERVERS),
                    extension("Code", "rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
                    extension("Code - Insiders", "rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
                    extension("Cursor", "rooveterinaryinc.roo-cline/settings/mcp_settings.json"))
            .limiting(DISABLED_TOOLS.approving("alwaysAllow"));

    private static final Client KIRO = Client.of(
                    "kiro",
                    "Kiro",
                    Variables.everywhere(Unset.LITERAL, Syntax.BRACED).in(Field.ENV, Field.HEADERS),
                    Inheritance.UNKNOWN,
                    project(".kiro/settings/mcp.json", MCP_SERVERS),
                    user(HOME, ".kiro/settings/mcp.json", MCP_SERVERS))
            .limiting(DISABLED_TOOLS.approving("autoApprove"));

    private static final Client CRUSH = Client.of(
                    "crush",
                    "Crush",
                    Variables.everywhere(Unset.ERROR, Syntax.DOLLAR, Syntax.BRACED, Syntax.DEFAULT, Syntax.COMMAND),
                    Inheritance.UNKNOWN,
                    project(".crush.json", MCP),
                    project("crush.json", MCP),
                    user(CONFIG, "crush/crush.json", MCP).on(LINUX, MACOS, OTHER),
                    user(LOCAL, "crush/crush.json", MCP))
            .limiting(ToolRules.NONE.denying("disabled_tools"));

    private static final Client LM_STUDIO = Client.of(
            "lm-studio",
            "LM Studio",
            Variables.none(),
            Inheritance.DESKTOP,
            user(HOME, ".lmstudio/mcp.json", MCP_SERVERS),
            user(HOME, ".cache/lm-studio/mcp.json", MCP_SERVERS));

    private static final Client JUNIE = Client.of(
            "junie",
            "Junie",
            Variables.none(),
            Inheritance.UNKNOWN,
            project(".junie/mcp/mcp.json", MCP_SERVERS),
            user(HOME, ".junie/mcp/mcp.json", MCP_SERVERS));

    private static final Client UNKNOWN = Client.of(
                    "other", "another client", Variables.none(), Inheritance.UNKNOWN, Place.anywhere())
            .limiting(ToolRules.NONE
                    .denying("disabled_tools", "excludeTools", "disabledTools")
                    .allowing("enabled_tools", "includeTools"));

    private static final List<Client> ALL = List.of(
            CLAUDE_CODE,
            CLAUDE_DESKTOP,
            COPILOT,
            VSCODE,
            VISUAL_STUDIO,
            CURSOR,
            CODEX,
            GEMINI,
            WINDSURF,
            ZED,
            OPENCODE,
            GOOSE,
            CONTINUE,
            CLINE,
            ROO,
            KIRO,
            CRUSH,
            LM_STUDIO,
            JUNIE);

    private Clients() {}

    /** Every client. */
    public static List<Client> all() {
        return ALL;
    }

    /** Whoever reads a file that belongs to none of them. */
    public static Client unknown() {
        return UNKNOWN;
    }

    /** The client that calls itself {@code id}. */
    public static Optional<Client> named(String id) {
        return ALL.stream().filter(client -> client.id().equals(id)).findFirst();
    }

    /** A file of an extension in the storage of an editor. */
    private static Place extension(String editor, String path) {
        return user(APPLICATION_DATA, editor + "/User/globalStorage/" + path, MCP_SERVERS);
    }
}
