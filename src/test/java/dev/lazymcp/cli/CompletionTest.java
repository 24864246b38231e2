package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionTest {
    private final Completion completion =
            new Completion(LazymcpCommand.commandLine().getCommandSpec(), new Completion.Names() {
                @Override
                public List<String> servers() {
                    return List.of("github", "gitlab", "with blank", "esc\u001b[2J", "plugin:a:b");
                }

                @Override
                public List<String> tools(String server) {
                    return server.equals("github") ? List.of("create_issue", "list_issues") : List.of();
                }

                @Override
                public List<String> agents() {
                    return List.of("Research");
                }

                @Override
                public List<String> sessions() {
                    return List.of("4711");
                }

                @Override
                public List<String> clients() {
                    return List.of("claude-code", "cursor");
                }
            });

    @Test
    void commandsOptionsAndSubcommandsAreThoseOfTheModelWithoutTheHiddenOnes() {
        assertThat(of("")).contains("wrap", "rewrite", "call", "completion").doesNotContain("__complete");
        assertThat(of("re")).containsExactly("restart", "restore", "rewrite");
        assertThat(of("call", "--re")).containsExactly("--resource");
        assertThat(of("agent", "en")).containsExactly("enter");
        assertThat(of("nothing", "")).isEmpty();
        assertThat(new Completion(completion.root(), completion.names()).of(List.of()))
                .contains("wrap");
    }

    @Test
    void serversToolsAgentsClientsAndSessionsAreKnownByName() {
        assertThat(of("enable", "git")).containsExactly("github", "gitlab");
        assertThat(of("enable", "github", "gitl")).containsExactly("gitlab");
        assertThat(of("call", "--json", "github", "")).containsExactly("create_issue", "list_issues");
        assertThat(of("call", "--timeout", "5s", "github", "l")).containsExactly("list_issues");
        assertThat(of("call", "gitlab", "")).isEmpty();
        assertThat(of("tools", "github", "c")).containsExactly("create_issue");
        assertThat(of("agent", "enter", "")).containsExactly("Research");
        assertThat(of("list", "--client", "cu")).containsExactly("cursor");
        assertThat(of("list", "--client=cu")).containsExactly("--client=cursor");
        assertThat(of("status", "--session", "")).containsExactly("4711");
        assertThat(of("completion", "")).containsExactly("bash", "fish", "powershell", "zsh");
    }

    @Test
    void namesThatAShellOrATerminalWouldTakeForSomethingElseAreNotOffered() {
        assertThat(of("logs", "")).containsExactly("github", "gitlab", "plugin:a:b");
    }

    @Test
    void filesAreLeftToTheShell() {
        assertThat(of("rewrite", "")).containsExactly(Completion.FILES);
        assertThat(of("wrap", "--name", "x", "--", "no")).containsExactly(Completion.FILES);
        assertThat(of("call", "github", "create_issue", "@")).containsExactly(Completion.FILES);
    }

    private List<String> of(String... words) {
        return completion.of(List.of(words));
    }
}
