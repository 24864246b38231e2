package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncChange.Differences;
import dev.lazymcp.config.SyncChange.Differences.How;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncEnvFiles;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFile.Kind;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.SyncOptions;
import dev.lazymcp.config.SyncPlanner;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.config.SyncVariables;
import dev.lazymcp.config.client.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of an old and a new file, and what sync makes of a stub that was started from the old one. */
final class SyncTableTest {
    private static final String SALT = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    private static final VariableDigest DIGEST = VariableDigest.of(SALT);

    @TempDir
    Path directory;

    private Path project = Path.of("");
    private Path user = Path.of("");
    private Map<String, String> environment = Map.of("SET", "value", "PATH", "/usr/bin");
    private String client = "test-client";
    private boolean removed;
    private Set<String> rewritten = Set.of();

    @BeforeEach
    void makeFiles() throws IOException {
        directory = directory.toRealPath();
        project = Files.createDirectories(directory.resolve("p")).resolve(".mcp.json");
        user = Files.createDirectories(directory.resolve("home/.copilot")).resolve("mcp-config.json");
    }

    // Each row: the command line of "docs" (behind wrap --name docs, where it has a --) and the entry's other members,
    // before
    // and after, and what differs.

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-- npx a                 | -- npx a                          | ",
                "-- npx a                 | -- npx a ; 'x':1                  | ",
                "-- npx a                 | -- uvx a                          | command",
                "-- npx a                 | -- npx b                          | command",
                "-- npx a                 | -- npx a -v                       | command",
                // the stub's own options
                "-- s                     | --expose names -- s               | options",
                "--expose names -- s      | --expose full -- s                | options",
                "--after off -- s         | -- s                              | options",
                "-- s                     | --eager -- s                      | options",
                "-- s                     | --idle 5m -- s                    | options",
                "-- s                     | --grace 1s -- s                   | options",
                "-- s                     | --start-timeout 9s -- s           | options",
                "-- s                     | --call-timeout 9s -- s            | options",
                "-- s                     | --cwd /srv -- s                   | directory",
                "-- s                     | --init x -- s                     | options",
                "--shutdown x -- s        | --shutdown y -- s                 | options",
                "--init=x --init y -- s   | --init x --init=y -- s            | ",
                "-- s                     | --tools a -- s                    | options",
                "-- s                     | --agents a -- s                   | options",
                "-- s                     | --required -- s                   | options",
                // spelling and order alone, and what goes without saying
                "--idle 60s --eager -- s  | --eager --idle=1m -- s            | ",
                "--tools a,b -- s         | --tools=a --tools b -- s          | ",
                "-- s                     | --expose tiny --grace 75s -- s    | ",
                "-- s                     | --tools * -- s                    | ",
                // the entry's own members
                "--tools a -- s ; 'tools':['a']     | --tools a -- s ; 'tools':['a','b']   | options",
                "--tools a -- s ; 'tools':['a']     | --tools a -- s ; 'tools':['*']       | options",
                "-- s                               | -- s ; 'tools':['*']                 | ",
                "-- s                               | -- s ; 'agents':['r']                | options",
                "--agents r -- s ; 'agents':['r']   | --agents r -- s ; 'agents':['r','q'] | options",
                "-- s                               | -- s ; 'required':true               | options",
                "--required -- s ; 'required':true  | --required -- s ; 'required':false   | options",
                "-- s ; 'autoConnect':false         | -- s ; 'autoConnect':true            | ",
                "-- s                               | -- s ; 'autoConnect':false           | ",
                "-- s                               | --deny-tools a -- s                     | options",
                "--deny-tools a -- s                | --deny-tools a -- s                     | ",
                // an option that was written by hand stays, as long as no member says otherwise
                "--agents r -- s                    | --agents r -- s                      | ",
                // the environment, with and without --env-keys
                "-- s ; 'env':{'K':'1'}                | -- s ; 'env':{'K':'1'}                      | ",
                "-- s ; 'env':{'K':'1'}                | --env-keys K -- s ; 'env':{'K':'1'}         | ",
                "--env-keys K -- s ; 'env':{'K':'1'}   | --env-keys K -- s ; 'env':{'K':'2'}         | K changed",
                "--env-keys K -- s ; 'env':{'K':'1'}   | --env-keys K -- s ; 'env':{'K':'1','L':'x'} | L added",
                "--env-keys K,L -- s ; 'env':{'K':'1','L':'x'} | --env-keys K,L -- s ; 'env':{'K':'1'} | L removed",
                "--env-keys K -- s ; 'env':{'K':'1'}   | --env-keys L -- s ; 'env':{'L':'1'}  | K removed L added",
                "--env-keys SET -- s ; 'env':{'SET':'value'} | --env-keys SET -- s            | ",
                "--env-keys K -- s ; 'env':{'K':'${SET}'}    | -- s ; 'env':{'K':'${SET}'}    | ",
                "--env-keys K -- s ; 'env':{'K':'${SET}'}    | -- s ; 'env':{'K':'value'}     | ",
                "--env-keys K -- s ; 'env':{'K':'${SET}'}    | -- s ; 'env':{'K':'${SET:-x}2'} | K changed",
                "--env-keys K -- s ; 'env':{'K':'$SET'}      | -- s ; 'env':{'K':'$SET'}      | ",
                // a variable that the entry lets through is the client's affair
                "--env-keys K,P -- s ; 'env':{'K':'1','P':'x'} | --env-keys K,P -- s ; 'env':{'K':'1'},'env_vars':['P'] | ",
                // what only the client can know stays
                "--env-keys K -- s ; 'env':{'K':'1'}   | -- s ; 'env':{'K':'${input:k}'}      | ",
                "-- s u/${UNSET}/v                     | -- s u/${UNSET}/v                    | ",
                // the working directory that the entry names
                "-- s                                  | -- s ; 'cwd':'/srv'                  | directory",
                "-- s ; 'cwd':'DIR'                    | -- s ; 'cwd':'DIR/.'                 | ",
                "--cwd /x -- s                         | --cwd /x -- s ; 'cwd':'/srv'         | ",
                // the entry lost its stub: its own command and members count, the options stay
                "--expose names -- npx a               | npx a                                | ",
                "--expose names -- npx a               | npx b                                | command",
                "--env-keys K -- npx a ; 'env':{'K':'1'} | npx a ; 'env':{'K':'2'}            | K changed",
            })
    void whatDiffers(String before, String after, String expected) throws Exception {
        SyncStub stub = startedFrom("{'docs':" + entry(before) + "}");
        write(project, "{'docs':" + entry(after) + "}");

        SyncStep step = plan(List.of(stub)).steps().getFirst();

        if (expected == null) {
            assertThat(step).isInstanceOf(SyncStep.Unchanged.class);
        } else {
            assertThat(step).isInstanceOf(SyncStep.Redefine.class);
            assertThat(inWords(((SyncStep.Redefine) step).change().differences()))
                    .isEqualTo(expected);
            assertThat(((SyncStep.Redefine) step).needsTrust()).isTrue();
        }
    }

    @Test
    void aChangeTakesAllOfTheEntryAndWhatTheStubWasGivenByHand() throws Exception {
        SyncStub stub =
                startedFrom("{'docs':{'command':'lazymcp','args':[W,'--idle','1m','--env-keys','K,G','--','npx','a'],"
                        + "'env':{'K':'1','G':'g'}}}");
        write(
                project,
                "{'docs':{'command':'npx','args':['${SET}','b'],'env':{'K':'${SET}','S':'${env:SET}!','G':'${input:x}'},"
                        + "'tools':['t','u'],'required':true}}");

        SyncStep.Redefine step = (SyncStep.Redefine) plan(List.of(stub)).steps().getFirst();

        assertThat(step.change().command()).containsExactly("npx", "value", "b");
        assertThat(step.change().spelled()).containsExactly("npx", "${SET}", "b");
        assertThat(step.change().options().commandLine())
                .contains("--name=docs", "--idle=60s", "--tools=t,u", "--required")
                .anySatisfy(word -> assertThat(word).startsWith("--env-keys=").contains("K", "S", "G"));
        assertThat(step.change().environment()).containsOnly(Map.entry("K", "value"), Map.entry("S", "value!"));
        assertThat(step.change().kept()).containsExactly("G");
        assertThat(step.toString()).as("no value is shown by accident").doesNotContain("value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'url':'https://h/mcp','type':'http' | no stub in front of its URL",
                "'command':'lazymcp','args':['hub'] | lazymcp",
                "'x':1 | neither a command nor a URL",
                "'command':'' | command is empty",
                "'command':'s','env':{'NEW':'${input:k}'} | NEW",
                "'command':'s','args':['${UNSET}'] | variable that is not set",
                "'command':'lazymcp','args':[W,'--expose','loud','--','s'] | loud",
                "'command':'lazymcp','args':[W,'--transport=sse','--','s'] | go with --url",
            })
    void whatARunningStubCannotBecomeIsSaidAndLeftAlone(String after, String reason) throws Exception {
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(project, "{'docs':{" + after + "}}");

        assertThat(plan(List.of(stub)).steps().getFirst())
                .isInstanceOfSatisfying(
                        SyncStep.Unable.class, step -> assertThat(step.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-- s ; 'disabledTools':['a'] | options",
                "--deny-tools a -- s ; 'disabledTools':['a'] | ",
                "--deny-tools a -- s ; 'disabledTools':['a','b'] | options",
                "s ; 'disabledTools':['a'] | options",
                "-- s ; 'disabledTools':[] | ",
                // another client's word
                "-- s ; 'excludeTools':['a'] | "
            })
    void theListsOfTheFilesClientCount(String entry, String expected) throws Exception {
        boolean denies = entry.startsWith("--deny-tools");
        SyncStub stub = startedFrom("{'docs':" + entry((denies ? "--deny-tools a " : "") + "-- s") + "}");
        Path kiro = directory.resolve("home/.kiro/settings/mcp.json");
        Files.createDirectories(kiro.getParent());
        write(kiro, "{'docs':" + entry(entry) + "}");

        SyncStep step =
                planner().plan(List.of(stub), List.of(named(kiro))).steps().getFirst();
        assertThat(
                        step instanceof SyncStep.Redefine redefine
                                ? inWords(redefine.change().differences())
                                : "")
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void anEntryThatIsGoneEndsTheServerWhereItIsKnownToHaveBeenThere() throws Exception {
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(project, "{}");
        assertThat(plan(List.of(stub)).steps())
                .containsExactly(
                        new SyncStep.Remove(stub, read(project, Kind.PROJECT), "it was removed from " + project));

        Files.delete(project);
        assertThat(plan(List.of(stub)).steps().getFirst()).isInstanceOf(SyncStep.Remove.class);

        SyncStub stranger = without(stub);
        assertThat(plan(List.of(stranger)).steps()).containsExactly(new SyncStep.Unknown(stranger));

        rewritten = Set.of("docs");
        assertThat(plan(List.of(stranger)).steps().getFirst()).isInstanceOf(SyncStep.Remove.class);
    }

    @Test
    void aDisabledEntryIsAsGoodAsGoneAndComesBackAsItWas() throws Exception {
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(project, "{'docs':{'command':'lazymcp','args':[W,'--','s'],'disabled':true}}");
        assertThat(plan(List.of(stub)).steps().getFirst())
                .isInstanceOfSatisfying(
                        SyncStep.Remove.class, step -> assertThat(step.reason()).contains("disabled in " + project));

        removed = true;
        SyncStub gone = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(project, "{}");
        assertThat(plan(List.of(gone)).steps().getFirst()).isInstanceOf(SyncStep.Unchanged.class);

        write(project, "{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        assertThat(plan(List.of(gone)).steps().getFirst())
                .isInstanceOfSatisfying(
                        SyncStep.Redefine.class,
                        step -> assertThat(step.needsTrust()).isFalse());
    }

    @Test
    void aNewNameIsOneServerGoneAndOneToCome() throws Exception {
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(project, "{'papers':{'command':'lazymcp','args':['wrap','--name','papers','--','s']}}");
        assertThat(plan(List.of(stub)).steps())
                .hasSize(2)
                .hasAtLeastOneElementOfType(SyncStep.Remove.class)
                .hasAtLeastOneElementOfType(SyncStep.Added.class);

        // The key alone: the stub's own command line calls it what it was.
        write(project, "{'papers':{'command':'lazymcp','args':[W,'--','s']}}");
        assertThat(plan(List.of(stub)).steps()).singleElement().isInstanceOf(SyncStep.Unchanged.class);
    }

    @Test
    void ofANameThatOccursTwiceTheLastCountsAndTheNearestFile() throws Exception {
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(
                project,
                "{'docs':{'command':'lazymcp','args':[W,'--','x']},'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        write(user, "{'docs':{'command':'lazymcp','args':[W,'--','y']}}");
        assertThat(plan(List.of(stub)).steps()).singleElement().isInstanceOf(SyncStep.Unchanged.class);

        write(project, "{}");
        assertThat(plan(List.of(stub)).steps())
                .singleElement()
                .isInstanceOfSatisfying(SyncStep.Redefine.class, step -> {
                    assertThat(step.file().path()).isEqualTo(user);
                    assertThat(step.needsTrust()).as("a file of one's own").isFalse();
                });
    }

    @Test
    void newEntriesAreNamedAndThoseOfTheClientCounted() throws Exception {
        write(
                project,
                "{'w':{'command':'lazymcp','args':['wrap','--name','w','--','s']},'l':{'command':'s','autoConnect':false},"
                        + "'e':{'command':'s'},'t':{'command':'s','autoConnect':true},'u':{'url':'https://h'},"
                        + "'r':{'url':'https://h','autoConnect':false},'o':{'command':'s','disabled':true}}");

        SyncPlanner.Plan plan = plan(List.of());

        assertThat(plan.others()).isEqualTo(3);
        assertThat(plan.steps())
                .extracting(step -> ((SyncStep.Added) step).name())
                .containsExactly("w", "l", "r");
        assertThat(((SyncStep.Added) plan.steps().get(1)).advice()).contains("lazymcp rewrite l");
    }

    @Test
    void copilotsFileIsNothingToAClientThatHasItsOwn() throws Exception {
        client = "claude-code";
        SyncStub stub = startedFrom("{'docs':{'command':'lazymcp','args':[W,'--','s']}}");
        Files.delete(project);
        write(user, "{'docs':{'command':'lazymcp','args':[W,'--','other']},'w':{'command':'s','autoConnect':false}}");
        SyncStub stranger = without(stub);
        assertThat(plan(List.of(stranger)).steps()).containsExactly(new SyncStep.Unknown(stranger));

        assertThat(planner().plan(List.of(stranger), List.of(named(user))).steps())
                .as("unless a person names it")
                .hasAtLeastOneElementOfType(SyncStep.Redefine.class);
    }

    @Test
    void whatMakesNoSenseIsAFaultOfTheFileWhereItIsAboutAStub() throws Exception {
        write(
                project,
                "{'a':{'command':'s','required':1},'b':{'command':'lazymcp','args':['wrap','--name','b','--','s'],\n"
                        + "'tools':'t'},'c':{'command':'s','autoConnect':'no'}}");
        List<SyncFile> files = files();

        assertThat(SyncPlanner.faults(List.of(), files))
                .satisfiesExactly(
                        b -> assertThat(b).startsWith(project + ":2:9: tools must be a list"),
                        c -> assertThat(c).startsWith(project + ":2:").contains("autoConnect must be true or false"));
        assertThat(SyncPlanner.faults(List.of("a"), files)).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'mcpServers':{'docs':5}}                | 1:23: an entry is a map of its members, and this is a number (in docs)",
                "{'mcpServers':{'docs':null}}             | 1:23: an entry is a map of its members, and this is null",
                "{'mcpServers':{'docs':[]}}               | 1:23: an entry is a map of its members, and this is a list",
                "{'mcpServers':{'docs':'x'}}              | 1:23: an entry is a map of its members, and this is a string",
                "{'mcpServers':{'docs':{'command':'s'},'docs':true}} | 1:46: an entry is a map of its members, and this is true or false",
                "{'mcpServers':{'docs':{'command':5}}}    | 1:34: command must be a string",
                "{'mcpServers':{'docs':{'command':['s',{}]}}} | 1:39: command must be a list of strings",
                "{'mcpServers':{'docs':{'command':'s','args':'x'}}} | 1:45: args must be a list of strings",
                "{'mcpServers':{'docs':{'command':'s','args':['x',[]]}}} | 1:50: args must be a list of strings",
                "{'mcpServers':{'docs':{'command':'s','cwd':[]}}} | 1:44: cwd must be a string",
                "{'mcpServers':{'docs':{'command':'s','env':5}}} | 1:44: env must be a map of names to strings",
                "{'mcpServers':{'docs':{'command':'s','env':{'A':{}}}}} | 1:49: env: the value of A must be a string",
                "{'mcpServers':{'docs':{'command':'lazymcp','args':['wrap','--expose','bogus','--','s']}}} | 1:34: the stub's options cannot be used: ",
                "{'mcpServers':{'docs':{'command':'lazymcp','args':['wrap','--expsoe','tiny','--','s']}}} | 1:34: the stub's options cannot be used: wrap does not know --expsoe",
            })
    void anEntryThatIsNoneIsAFaultWithItsPlace(String text, String fault) throws Exception {
        Files.writeString(project, text.replace('\'', '"'));
        SyncFile file = read(project, Kind.PROJECT);
        assertThat(SyncPlanner.faults(List.of("docs"), List.of(file)))
                .singleElement()
                .asString()
                .startsWith(project + ":" + fault)
                .endsWith("(in docs)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                        | 1:1: the file is empty; if you mean no servers, write {}",
                "` \n\t`                  | 1:1: the file is empty; if you mean no servers, write {}",
                "`\n{'mcpservers':{}}`   | 2:2: servers stand under mcpServers, not under mcpservers",
                "{'mcp_servers':{}}      | 1:2: servers stand under mcpServers, not under mcp_servers",
                "{'mcpServer':{}}        | 1:2: servers stand under mcpServers, not under mcpServer",
                "{'mcpServers':null}     | 1:1: servers stand under mcpServers, and there is no such key; if you mean no servers, write {}",
                "{'docs':{'command':'s'}}| 1:1: servers stand under mcpServers, and there is no such key; if you mean no servers, write {}",
                "{'mcpServers':5}        | 1:15: the servers must be a map of names to entries",
            })
    void aFileThatIsNoListOfServersIsAFaultAndNoneIsTakenAway(String text, String fault) throws Exception {
        Files.writeString(project, text == null ? "" : text.replace('\'', '"').translateEscapes());
        assertThatThrownBy(() -> read(project, Kind.PROJECT))
                .isInstanceOf(ConfigException.class)
                .hasMessage(project + ":" + fault);
    }

    @Test
    void aFileWithoutServersHasNone() throws Exception {
        for (String text : List.of("{}", "{\"mcpServers\":{}}", "{\"servers\":{\"//\":5}}")) {
            Files.writeString(project, text);
            assertThat(read(project, Kind.PROJECT).entries()).isEmpty();
        }
        for (Map.Entry<String, String> other : Map.of(
                        "settings.json", "{\"theme\": \"dark\", \"mcp\": {\"allowed\": []}}",
                        "config.toml", "model = \"x\"\n",
                        "config.yaml", "# nothing yet\n")
                .entrySet()) {
            Path file = Files.writeString(directory.resolve(other.getKey()), other.getValue());
            assertThat(SyncPlanner.faults(List.of("docs"), List.of(named(file))))
                    .isEmpty();
        }
    }

    @Test
    void anEnvFileCountsBelowTheEntryForTheClientsThatReadIt() throws Exception {
        Path file = Files.writeString(directory.resolve("s.env"), "K=file\nL=1\n");
        String entry = "{'command':'lazymcp','args':['wrap','--name','docs','--env-keys','K','--','s'],"
                + "'env':{'K':'entry'},'envFile':'s.env'}";
        for (String name : List.of("Visual Studio Code", "cursor-vscode", "claude-code")) {
            client = name;
            SyncStub bare = startedFrom("{'docs':" + entry + "}");
            Map<String, String> digests = new HashMap<>(bare.environment());
            digests.put("L", DIGEST.of("L", "1"));
            SyncStub stub = new SyncStub(
                    bare.id(),
                    bare.name(),
                    bare.client(),
                    false,
                    bare.directory(),
                    bare.options(),
                    bare.command(),
                    digests,
                    bare.origins());
            List<SyncFile> files = List.of(named(project));
            Files.writeString(file, "K=file\nL=1\n");
            assertThat(planner().plan(List.of(stub), files).steps().getFirst()).isInstanceOf(SyncStep.Unchanged.class);

            Files.writeString(file, "K=other\nL=$2\nM=3\n");
            SyncStep step = planner().plan(List.of(stub), files).steps().getFirst();
            if (name.equals("claude-code")) {
                assertThat(step).isInstanceOf(SyncStep.Unchanged.class);
            } else {
                assertThat(step).isInstanceOfSatisfying(SyncStep.Redefine.class, redefine -> {
                    assertThat(inWords(redefine.change().differences())).isEqualTo("L changed M added");
                    assertThat(redefine.change().environment()).isEqualTo(Map.of("K", "entry", "L", "$2", "M", "3"));
                });
                Files.delete(file);
                assertThat(planner().plan(List.of(stub), files).steps().getFirst())
                        .isInstanceOfSatisfying(
                                SyncStep.Unable.class,
                                unable -> assertThat(unable.reason()).contains("its envFile cannot be read: " + file));
            }
        }
    }

    @Test
    void whatAPluginBringsIsClaudeCodesWithOrWithoutAKeyAboveIt() throws Exception {
        Path plugin = Files.createDirectories(directory.resolve("plugin")).resolve(".mcp.json");
        for (String servers : List.of("%s", "{\"mcpServers\": %s}")) {
            Files.writeString(
                    plugin,
                    servers.formatted("{\"docs\": {\"command\": \"lazymcp\","
                            + " \"args\": [\"wrap\", \"--name\", \"docs\", \"--\", \"npx\", \"b\"]}}"));
            SyncFile file = SyncFile.read(SyncFiles.ofPlugin(plugin), List.of(), StubWords::read);
            client = "claude-code";
            SyncStub stub = startedFrom("{'docs':" + entry("-- npx a") + "}");
            assertThat(planner().plan(List.of(stub), List.of(file)).steps())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            SyncStep.Redefine.class,
                            step -> assertThat(step.change().command()).containsExactly("npx", "b"));
            client = "github-copilot-developer";
            SyncStub other = without(startedFrom("{'docs':" + entry("-- npx a") + "}"));
            assertThat(planner().plan(List.of(other), List.of(file)).steps())
                    .singleElement()
                    .isInstanceOf(SyncStep.Unknown.class);
        }
    }

    private SyncPlanner.Plan plan(List<SyncStub> stubs) throws IOException, ConfigException {
        return planner().plan(stubs, files());
    }

    private List<SyncFile> files() throws IOException, ConfigException {
        return List.of(read(project, Kind.PROJECT), read(user, Kind.USER));
    }

    private static SyncFile named(Path path) throws IOException, ConfigException {
        return SyncFile.read(new SyncFiles.Candidate(path, Kind.USER, true), List.of(), StubWords::read);
    }

    private static SyncFile read(Path path, Kind kind) throws IOException, ConfigException {
        return SyncFile.read(new SyncFiles.Candidate(path, kind, false), List.of(), StubWords::read);
    }

    private SyncPlanner planner() {
        SyncVariables variables = SyncVariables.of(new Values(environment, directory, directory, "/"));
        return new SyncPlanner(
                StubWords::read,
                new SyncComparison(
                        StubWords::read,
                        variables,
                        new SyncEnvFiles(variables, directory, directory),
                        DIGEST,
                        environment,
                        directory),
                (file, server) -> file.kind() == Kind.PROJECT && rewritten.contains(server));
    }

    /** The entry that a cell of the table stands for. */
    private static String entry(String cell) {
        String[] parts = cell.strip().split(" ; ", 2);
        List<String> words = List.of(parts[0].strip().split(" "));
        boolean wrapped = words.contains("--");
        String args = words.subList(wrapped ? 0 : 1, words.size()).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(","));
        return "{'command':'" + (wrapped ? "lazymcp" : words.getFirst()) + "','args':[" + (wrapped ? "W," : "") + args
                + "]" + (parts.length > 1 ? "," + parts[1] : "") + "}";
    }

    private void write(Path file, String servers) throws IOException {
        String text = "{'mcpServers':" + servers + "}";
        Files.writeString(
                file,
                text.replace("W,", "'wrap','--name','docs',")
                        .replace("DIR", directory.toString())
                        .replace('\'', '"'));
    }

    /** A stub as the client would start it from its entry in {@code servers}, which is in the project's file then. */
    private SyncStub startedFrom(String servers) throws IOException, ConfigException {
        write(project, servers);
        JsonNode json = JsonMapper.builder()
                .build()
                .readTree(Files.readString(project))
                .path("mcpServers")
                .path("docs");
        List<String> argv = SyncStubs.strings(json.path("args"));
        int dashes = argv.indexOf("--");
        List<String> command = argv.subList(dashes + 1, argv.size()).stream()
                .map(word -> word.replace("${UNSET}", "known to the client"))
                .toList();
        SyncOptions options = StubWords.read(argv.subList(1, dashes), command);
        Map<String, String> digests = new HashMap<>();
        json.path("env")
                .properties()
                .forEach(variable -> digests.put(
                        variable.getKey(),
                        DIGEST.of(
                                variable.getKey(),
                                variable.getValue()
                                        .asText()
                                        .replace("${SET}", "value")
                                        .replace("$SET", "value"))));
        return new SyncStub(
                "1",
                options.name(),
                new SyncClient(client),
                removed,
                directory,
                options,
                command,
                digests,
                Set.of(project));
    }

    /** The same stub, of which nobody knows where it comes from. */
    private static SyncStub without(SyncStub stub) {
        return new SyncStub(
                stub.id(),
                stub.name(),
                stub.client(),
                stub.removed(),
                stub.directory(),
                stub.options(),
                stub.command(),
                stub.environment(),
                Set.of());
    }

    private static String inWords(Differences differences) {
        String variables = differences.variables().entrySet().stream()
                .map(entry -> entry.getKey() + " " + word(entry.getValue()))
                .collect(Collectors.joining(" "));
        return ((differences.command() ? "command " : "")
                        + (differences.options() ? "options " : "")
                        + (differences.directory() ? "directory " : "")
                        + variables)
                .strip();
    }

    private static String word(How how) {
        return how.name().toLowerCase(Locale.ROOT);
    }
}
