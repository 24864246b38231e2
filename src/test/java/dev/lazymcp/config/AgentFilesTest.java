package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.AgentDefinition.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentFilesTest {
    @TempDir
    Path directory;

    private final Map<String, String> env = new HashMap<>();
    private Path home = Path.of("");
    private Path project = Path.of("");

    @BeforeEach
    void makeProject() throws IOException {
        home = Files.createDirectories(directory.resolve("home"));
        project = Files.createDirectories(home.resolve("work/project"));
        Files.createDirectory(project.resolve(".git"));
    }

    private Path agent(Path at, String path, String name) throws IOException {
        Path file = at.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, name.isEmpty() ? "Do.\n" : "---\nname: " + name + "\n---\nDo.\n");
    }

    private AgentFiles.Found find(Path workingDirectory) {
        return new AgentFiles(workingDirectory, home, env).find();
    }

    @Test
    void everyPlaceOfEveryClientIsSearched() throws IOException {
        Path below = Files.createDirectories(project.resolve("module"));
        Path near = agent(below, ".claude/agents/near.md", "Near");
        Path deep = agent(project, ".claude/agents/team/deep.md", "Deep");
        Path github = agent(project, ".github/agents/research.agent.md", "Research");
        Path plain = agent(project, ".github/agents/plain.md", "");
        Path claude = agent(home, ".claude/agents/mine.md", "mine");
        Path copilot = agent(home, ".copilot/agents/helper.agent.md", "Helper");
        agent(project, ".github/agents/below/not.agent.md", "not one");
        agent(project, ".github/agents/notes.txt", "not one");
        agent(home.resolve("work"), ".claude/agents/outside.md", "outside of the repository");

        AgentFiles.Found found = find(below);

        assertThat(found.faults()).isEmpty();
        assertThat(found.agents())
                .containsExactly(
                        new AgentDefinition("Near", "near", near, Scope.PROJECT),
                        new AgentDefinition("Deep", "deep", deep, Scope.PROJECT),
                        new AgentDefinition("plain", "plain", plain, Scope.PROJECT),
                        new AgentDefinition("Research", "research", github, Scope.PROJECT),
                        new AgentDefinition("mine", "mine", claude, Scope.USER),
                        new AgentDefinition("Helper", "helper", copilot, Scope.USER));
    }

    @Test
    void variablesMoveTheDirectoriesOfTheUser() throws IOException {
        env.put("CLAUDE_CONFIG_DIR", directory.resolve("c").toString());
        env.put("COPILOT_HOME", directory.resolve("d").toString());
        agent(directory.resolve("c"), "agents/one.md", "One");
        agent(directory.resolve("d"), "agents/two.agent.md", "Two");
        agent(home, ".claude/agents/three.md", "Three");
        assertThat(find(project).agents()).extracting(AgentDefinition::name).containsExactly("One", "Two");
    }

    @Test
    void aHomeThatIsAProjectIsNotSearchedTwice() throws IOException {
        Files.createDirectory(home.resolve(".git"));
        agent(home, ".claude/agents/mine.md", "mine");
        Path elsewhere = Files.createDirectories(home.resolve("notes"));
        assertThat(find(elsewhere).agents()).extracting(AgentDefinition::scope).containsExactly(Scope.USER);
    }

    @Test
    void withoutARepositoryTheHomeDirectoryIsTheLimit() throws IOException {
        Path outside = Files.createDirectories(directory.resolve("outside/below"));
        agent(directory.resolve("outside"), ".claude/agents/a.md", "above");
        agent(outside, ".claude/agents/b.md", "here");
        assertThat(find(outside).agents()).extracting(AgentDefinition::name).containsExactly("here");

        Path inside = Files.createDirectories(home.resolve("x/y"));
        agent(home.resolve("x"), ".claude/agents/c.md", "above");
        assertThat(find(inside).agents()).extracting(AgentDefinition::name).containsExactly("above");
    }

    @Test
    void aliasesAreTheNamesOfAllThatAreCalledSo() throws IOException {
        agent(project, ".github/agents/research.agent.md", "Research");
        agent(home, ".claude/agents/research.md", "Researcher");
        agent(home, ".claude/agents/other.md", "Other");
        AgentFiles.Found found = find(project);
        assertThat(found.aliases("research")).containsExactly("Research", "Researcher");
        assertThat(found.aliases("Research")).containsExactly("research");
        assertThat(found.aliases("RESEARCH")).as("upper and lower case differ").isEmpty();
        assertThat(found.aliases("nobody")).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndTheOthersAreFound() throws IOException {
        Path odd = agent(project, ".claude/agents/odd.md", "[a, b]");
        agent(project, ".claude/agents/plain.md", "Plain");
        AgentFiles.Found found = find(project);
        assertThat(found.agents()).extracting(AgentDefinition::name).containsExactly("odd", "Plain");
        assertThat(found.faults()).singleElement().asString().startsWith(odd + ":2:7: ");
    }
}
