package dev.lazymcp.cli;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The scripted client of the demo, in front of one stub: it waits for each answer before it asks the next. */
final class DemoClient implements AutoCloseable {
    private static final int SECONDS_TO_LEAVE = 5;

    private final Process stub;
    private final FrameReader reader;
    private final List<String> notifications = new ArrayList<>();
    private int lastId;

    private DemoClient(Process stub) {
        this.stub = stub;
        this.reader = new FrameReader(stub.getInputStream());
    }

    /** Starts {@code command} with {@code home} for its files. */
    static DemoClient start(List<String> command, Path home) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        environment.put("LAZYMCP_HOME", home.toString());
        return new DemoClient(builder.start());
    }

    /** Sends a request and waits for its result. */
    Frame ask(String method, String params) throws IOException {
        Id id = new Id.Whole(++lastId);
        Reply.request(Integer.toString(lastId), method, Frame.of(params)).writeTo(stub.getOutputStream());
        while (reader.next() instanceof FrameReader.Line(Frame frame)) {
            switch (Message.read(frame)) {
                case Response response
                when id.equals(response.id()) -> {
                    if (response.result() == null) {
                        throw new IOException("the stub answered " + method + " with " + frame);
                    }
                    return frame.part(response.result());
                }
                case Notification notification -> noted(notification.method());
                case Response _ -> {} // to the list that was asked for meanwhile
                case Message other -> throw new IOException("the stub sent " + other.frame() + " unasked");
            }
        }
        throw new IOException("the stub ended before it answered " + method);
    }

    /** As clients do: a list that has changed is fetched again at once. */
    private void noted(String method) throws IOException {
        notifications.add(method);
        if (method.equals("notifications/tools/list_changed")) {
            Reply.request("\"again\"", "tools/list", Frame.of("{}")).writeTo(stub.getOutputStream());
        }
    }

    /** Sends a notification. */
    void tell(String method) throws IOException {
        Reply.notification(method).writeTo(stub.getOutputStream());
    }

    /** The notifications since the last call of this. */
    List<String> notifications() {
        List<String> all = List.copyOf(notifications);
        notifications.clear();
        return all;
    }

    /** How many processes there are behind the stub. */
    long servers() {
        return stub.descendants().count();
    }

    /** The resident memory of the stub in kilobytes, where the system tells. */
    OptionalLong memory() throws IOException {
        Path status = Path.of("/proc", Long.toString(stub.pid()), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmRSS:")) {
                return OptionalLong.of(Long.parseLong(line.replaceAll("\\D", "")));
            }
        }
        return OptionalLong.empty();
    }

    /** Leaves as a client does, by closing the stub's input, and waits until stub and server are gone. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> servers = stub.descendants().toList();
        stub.getOutputStream().close();
        try {
            if (!stub.waitFor(SECONDS_TO_LEAVE, TimeUnit.SECONDS)) {
                stub.destroyForcibly();
                throw new IOException("the stub did not end with its client");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (ProcessHandle server : servers) {
            if (server.isAlive()) {
                throw new IOException("process " + server.pid() + " was left behind");
            }
        }
    }
}
