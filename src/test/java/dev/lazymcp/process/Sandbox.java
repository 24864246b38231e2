package dev.lazymcp.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What one test has: a home of its own for lazymcp, a socket for its servers, and everything it started. */
final class Sandbox {
    private static final String LOSE_DIRECTORY = "mkdir \"$0\" && cd \"$0\" && rmdir \"$0\" && exec \"$@\"";

    /** Short, for the sockets in it: their paths are limited to about a hundred characters. */
    private final Path directory;

    private final ConnectBack back = ConnectBack.open();
    private final List<StubProcess> stubs = new ArrayList<>();

    Sandbox() throws IOException {
        this.directory = Files.createTempDirectory("lz");
        Files.createDirectory(home());
    }

    /** Where this test's stubs keep what they know. */
    Path home() {
        return directory.resolve("home");
    }

    /** Takes the home away, for a stub to make its own. */
    void emptyHome() throws IOException {
        Files.delete(home());
    }

    /** A place for the test's own files. */
    Path file(String name) {
        return directory.resolve(name);
    }

    /** A named pipe that processes can be made to hold. It ends when the last of them is dead; not before, not later. */
    Feed<Frame> pipe(String name) throws IOException, InterruptedException {
        Path pipe = file(name);
        new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
        Feed<Frame> feed = new Feed<>("the pipe " + name);
        feed.fill(name, () -> Files.newInputStream(pipe), Frame::new);
        return feed;
    }

    ConnectBack back() {
        return back;
    }

    /** A stub in front of a {@link FakeServer} that is started with {@code flags}. */
    Start stub(String... flags) {
        return new Start(flags);
    }

    /** Runs {@code lazymcp arguments} in a directory that is gone, and waits for its end. */
    Cli lazymcpInLostDirectory(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", LOSE_DIRECTORY, file("lost").toString()));
        command.addAll(LazymcpExecutable.command());
        command.addAll(List.of(arguments));
        return Cli.startCommand(directory, Map.of("LAZYMCP_HOME", home().toString()), command)
                .await();
    }

    /** A stub in front of what is at {@code url}. */
    Start remote(String url) {
        return new Start().command(List.of()).with("--url", url);
    }

    /** The {@link FakeServer} itself in the place of the stub. */
    StubProcess server(String... flags) {
        return start(serverCommand(flags), Map.of());
    }

    List<String> serverCommand(String... flags) {
        List<String> command = new ArrayList<>(FakeServer.command());
        command.add(back.flag());
        command.addAll(List.of(flags));
        return command;
    }

    /** Everything below {@code home}, the directory itself left out. */
    List<Path> traces() throws IOException {
        try (Stream<Path> paths = Files.walk(home())) {
            return paths.filter(path -> !path.equals(home())).toList();
        }
    }

    StubProcess start(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAZYMCP_"));
        builder.environment().put("LAZYMCP_HOME", home().toString());
        builder.environment().putAll(environment);
        try {
            StubProcess stub = StubProcess.start(builder);
            stubs.add(stub);
            return stub;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs {@code lazymcp arguments} with this sandbox's home and waits for its end. */
    Cli lazymcp(String... arguments) {
        return start(Map.of(), arguments).await();
    }

    /** Starts {@code lazymcp arguments} with {@code environment} besides this sandbox's home. */
    Cli.Running start(Map<String, String> environment, String... arguments) {
        return start("", environment, arguments);
    }

    /** The same with {@code input} on its stdin. */
    Cli.Running start(String input, Map<String, String> environment, String... arguments) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("LAZYMCP_HOME", home().toString());
        return Cli.start(directory, all, List.of(arguments), input);
    }

    /** The run directory of this sandbox's stubs. */
    Path runDirectory() {
        return home().resolve("run");
    }

    /** Waits until commands can reach {@code stub}. */
    void awaitSocket(StubProcess stub) throws InterruptedException {
        long deadline = System.nanoTime() + Feed.DEADLINE.toNanos();
        while (System.nanoTime() < deadline) {
            if (hints().stream().anyMatch(hint -> hint.contains("\"pid\":" + stub.pid() + ","))) {
                return;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("the stub has no socket");
    }

    private List<String> hints() {
        try (Stream<Path> files = Files.list(runDirectory())) {
            List<String> hints = new ArrayList<>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".json")).toList()) {
                hints.add(Files.readString(file));
            }
            return hints;
        } catch (IOException notThereYet) {
            return List.of();
        }
    }

    /** Ends every session like a client does, and sees that nothing is left: no process, no answer out of place. */
    void finish() throws InterruptedException {
        for (StubProcess stub : stubs) {
            stub.closeStdin();
        }
        for (StubProcess stub : stubs) {
            stub.awaitExit();
            stub.awaitEndOfOutput();
            stub.checkInvariants();
        }
        for (ConnectBack.Peer peer : back.all()) {
            peer.awaitDeath();
            peer.events().stream()
                    .filter(event -> event.startsWith("violation"))
                    .forEach(violation -> {
                        throw new AssertionError("the stub as a client: " + violation);
                    });
        }
    }

    /** Kills what is left and removes the files. */
    void clear() throws IOException {
        for (StubProcess stub : stubs) {
            stub.kill();
        }
        for (ConnectBack.Peer peer : back.all()) {
            if (peer.alive()) {
                ProcessHandle.of(peer.pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        back.close();
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    String story() {
        StringBuilder story = new StringBuilder();
        for (int i = 0; i < stubs.size(); i++) {
            story.append("--- stub ")
                    .append(i + 1)
                    .append(" (pid ")
                    .append(stubs.get(i).pid())
                    .append(")\n");
            story.append(stubs.get(i).transcript()).append('\n');
        }
        for (ConnectBack.Peer peer : back.all()) {
            story.append("--- ")
                    .append(peer.role())
                    .append(" (pid ")
                    .append(peer.pid())
                    .append(peer.alive() ? ", alive" : "");
            story.append(") ").append(peer.events()).append('\n');
            peer.received().forEach(frame -> story.append("   ").append(frame).append('\n'));
        }
        return story.toString();
    }

    /** How a stub is to be started. */
    final class Start {
        private final List<String> options = new ArrayList<>();
        private final Map<String, String> environment = new HashMap<>();
        private String name = "fake";
        private int files;
        private boolean lost;
        private List<String> starter = List.of();
        private List<String> command;

        private Start(String... flags) {
            this.command = serverCommand(flags);
        }

        /** The name of the entry, where {@code fake} will not do. */
        Start named(String other) {
            name = other;
            return this;
        }

        /** Options of {@code wrap} besides {@code --name}. */
        Start with(String... more) {
            options.addAll(List.of(more));
            return this;
        }

        Start env(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Starts the stub by {@code words}, which have to run what comes behind them. */
        Start through(String... words) {
            starter = List.of(words);
            return this;
        }

        /** Another command line in place of the server's. */
        Start command(List<String> other) {
            command = other;
            return this;
        }

        /** Lets the stub open {@code files} files at once. */
        Start limitedTo(int files) {
            this.files = files;
            return this;
        }

        /** Starts the stub in a directory that is gone. */
        Start inLostDirectory() {
            lost = true;
            return this;
        }

        /** Puts the server behind shells that stay, like {@code npx} does, all of them holding {@code pipe}. */
        Start behindShells(Path pipe) {
            List<String> wrapped = new ArrayList<>(
                    List.of("sh", "-c", "exec 9>\"$0\"; sh -c '\"$@\"; exit $?' sh \"$@\"; exit $?", pipe.toString()));
            wrapped.addAll(command);
            return command(wrapped);
        }

        List<String> commandLine() {
            List<String> line = new ArrayList<>(starter);
            if (files > 0) {
                line.addAll(List.of("sh", "-c", "ulimit -n " + files + "; exec \"$@\"", "sh"));
            }
            if (lost) {
                line.addAll(List.of("sh", "-c", LOSE_DIRECTORY, file("lost").toString()));
            }
            line.addAll(LazymcpExecutable.command());
            line.addAll(List.of("wrap", "--name", name));
            line.addAll(options);
            if (!command.isEmpty()) {
                line.add("--");
                line.addAll(command);
            }
            return line;
        }

        StubProcess start() {
            return Sandbox.this.start(commandLine(), environment);
        }

        /** Starts it and does the handshake. */
        StubProcess initialized() {
            StubProcess stub = start();
            stub.initialize();
            return stub;
        }

        /** Starts it, does the handshake, and waits until commands can reach it. */
        StubProcess controlled() throws InterruptedException {
            StubProcess stub = initialized();
            awaitSocket(stub);
            return stub;
        }

        /** Starts it, does the handshake, and wakes the server. Lists again at once, for which the answer is held. */
        StubProcess active() {
            StubProcess stub = initialized();
            String id = stub.askCall("cwd", "{}");
            stub.awaitNotification("notifications/tools/list_changed");
            stub.toolNames();
            Frame answer = stub.awaitResponse(id);
            if (answer.isToolError()) {
                throw new AssertionError("not activated: " + answer);
            }
            return stub;
        }
    }
}
