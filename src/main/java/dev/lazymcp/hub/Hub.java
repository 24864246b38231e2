package dev.lazymcp.hub;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Order;
import dev.lazymcp.shim.Outcome;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One MCP server for the client, behind which there are many: each a whole {@link Shim} whose client is the hub. Their tools,
 * prompts and resources are in one list under names of their own, and each keeps its state, its exposure and its process. Servers
 * may join and leave while the session goes on.
 */
public final class Hub {
    /**
     * A server behind the hub.
     *
     * @param name unlike that of each other
     */
    public record Hosted(String name, Shim shim) {}

    /** What a client that introduced itself is told. */
    sealed interface Welcome {
        /** It may begin. */
        record Granted(String instructions, String version) implements Welcome {}

        /** A server that must run does not. */
        record Refused(String reason) implements Welcome {}
    }

    private final Household household;
    private final String version;
    private final Roster roster = new Roster();
    private final Inquiries inquiries = new Inquiries();
    private final Announcer announcer;
    private final FromMembers fromMembers;
    private final FromClient fromClient;
    private final Map<String, String> gone = new HashMap<>();
    private @Nullable Frame introduction;
    private @Nullable Frame level;
    private boolean initialized;

    /**
     * A hub that serves nobody yet.
     *
     * @param household what is around it
     * @param commands what its tool and its prompts do
     * @param modelControl whether it has a tool at all
     * @param version of this program
     * @param out the client's end
     * @param timers those of its servers
     * @param onClientLost runs when the client cannot be written to
     */
    public Hub(
            Household household,
            Commands commands,
            boolean modelControl,
            String version,
            OutputStream out,
            Timers timers,
            Runnable onClientLost) {
        this.household = household;
        this.version = version;
        Outlet outlet = new Outlet(new FrameSink(out), onClientLost);
        Flights flights = new Flights();
        Crossings crossings = new Crossings();
        Subscriptions subscriptions = new Subscriptions();
        this.announcer = new Announcer(outlet, timers);
        Lists lists = new Lists(roster, inquiries, timers, announcer);
        this.fromMembers = new FromMembers(outlet, roster, inquiries, flights, crossings, announcer, subscriptions);
        this.fromClient = new FromClient(
                this,
                outlet,
                lists,
                roster,
                new Requests(outlet, flights, subscriptions),
                crossings,
                inquiries,
                new OwnPart(outlet, roster, commands, modelControl));
    }

    /**
     * Serves until {@code in} ends; blocks.
     *
     * @throws IOException when it cannot be read
     */
    public void serve(InputStream in) throws IOException {
        FrameReader reader = new FrameReader(in);
        while (true) {
            switch (reader.next()) {
                case FrameReader.Line(Frame frame) -> fromClient.received(frame);
                case FrameReader.TooLong tooLong -> fromClient.tooLong(tooLong);
                case FrameReader.End _ -> {
                    return;
                }
            }
        }
    }

    /** The servers, in the order in which they are listed. */
    public List<Hosted> servers() {
        return roster.all().stream()
                .map(member -> new Hosted(member.name(), member.shim()))
                .toList();
    }

    /** The server called {@code name}. */
    public Optional<Shim> server(String name) {
        return Optional.ofNullable(roster.named(name)).map(Member::shim);
    }

    /** Takes in the server of {@code definition} as {@code name}, which none of the others has; the client is told. */
    public Shim join(String name, Definition definition) {
        Member member = add(name, definition);
        announcer.changed("tools");
        member.newLists().forEach(announcer::changed);
        return member.shim();
    }

    /**
     * Gives the server {@code name} up; the client is told, once.
     *
     * @param reason what is told to whoever still calls it
     * @param then gets what came of it when its process is gone
     */
    public void leave(String name, String reason, Consumer<Outcome> then) {
        Member member;
        synchronized (this) {
            member = roster.named(name);
            if (member == null) {
                throw new IllegalArgumentException("no server is called " + name);
            }
            roster.remove(member);
            gone.put(name, reason);
        }
        announcer.changed("tools");
        for (String list : List.of("prompts", "resources")) {
            if (member.shim().serves(list + "/list")) {
                announcer.changed(list);
            }
        }
        member.shim().obey(new Order.Remove(reason), then);
    }

    private Member add(String name, Definition definition) {
        FrameSink.Target[] ear = new FrameSink.Target[1];
        Shim shim = household.stub(definition, frame -> ear[0].take(frame));
        Member member = new Member(name, shim);
        ear[0] = frame -> fromMembers.heard(member, frame);
        Told now = told();
        tell(member, Told.NOTHING, now);
        Told then;
        synchronized (this) {
            gone.remove(name);
            roster.add(member);
            then = told();
        }
        // What the client said in between reached those that were there already.
        tell(member, now, then);
        member.newLists();
        return member;
    }

    /** What the client has told every server so far. */
    private record Told(
            @Nullable Frame introduction, @Nullable Frame level, boolean initialized) {
        static final Told NOTHING = new Told(null, null, false);
    }

    private synchronized Told told() {
        return new Told(introduction, level, initialized);
    }

    private void tell(Member member, Told before, Told now) {
        if (before.introduction == null && now.introduction != null) {
            inquiries.ask(member, "initialize", now.introduction, _ -> {});
        }
        if (now.level != null && (before.level == null || !now.level.toString().equals(before.level.toString()))) {
            inquiries.ask(member, "logging/setLevel", now.level, _ -> {});
        }
        if (now.initialized && !before.initialized) {
            member.shim().receive(Reply.notification("notifications/initialized"));
        }
    }

    /** Whether the client has introduced itself. */
    synchronized boolean isIntroduced() {
        return introduction != null;
    }

    /** The client introduced itself with {@code params}. */
    Welcome introduce(Frame params) {
        synchronized (this) {
            introduction = params;
        }
        String name = Json.string(params, "clientInfo", "name");
        Household.Opening opening = household.open(name == null ? "" : name);
        for (Household.Place place : opening.servers()) {
            add(place.name(), place.definition());
        }
        return household
                .refusal(opening.mustRun().isEmpty() ? List.of() : failures(opening.mustRun()))
                .<Welcome>map(Welcome.Refused::new)
                .orElseGet(() -> new Welcome.Granted(opening.instructions(), version));
    }

    /** Starts the servers {@code names}, all at once, and waits; why those that do not run do not. */
    private List<String> failures(List<String> names) {
        Map<String, String> failures = new HashMap<>();
        List<Member> members = names.stream()
                .flatMap(name -> Optional.ofNullable(roster.named(name)).stream())
                .toList();
        CountDownLatch open = new CountDownLatch(members.size());
        for (Member member : members) {
            member.shim().obey(new Order.Enable(), outcome -> {
                if (outcome.result() == Outcome.Result.FAILED) {
                    synchronized (failures) {
                        failures.put(member.name(), member.name() + ": " + outcome.message());
                    }
                }
                open.countDown();
            });
        }
        try {
            open.await(); // no longer than a start may take
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (failures) {
            List<String> inOrder = new ArrayList<>();
            for (Member member : members) {
                String failure = failures.get(member.name());
                if (failure != null) {
                    inOrder.add(failure);
                }
            }
            return inOrder;
        }
    }

    /** The client has the answer to its introduction. */
    void answered() {
        household.opened();
    }

    /** The client finished its handshake. */
    void initialized() {
        synchronized (this) {
            initialized = true;
        }
        announcer.ready();
        tellAll(Reply.notification("notifications/initialized"));
    }

    /** Sends {@code notification} to every server that has a use for it. */
    void tellAll(Frame notification) {
        roster.all().forEach(member -> member.shim().receive(notification));
    }

    /** The client wants to be told of log lines from the level in {@code params} on. */
    void setLevel(Frame params) {
        synchronized (this) {
            level = params;
        }
        roster.all().forEach(member -> inquiries.ask(member, "logging/setLevel", params, _ -> {}));
    }

    /** What is said of a tool {@code name} that no server has. */
    synchronized String unknown(String name) {
        int end = name.indexOf(HubNames.BETWEEN);
        String server = end < 0 ? name : name.substring(0, end);
        String reason = gone.get(server);
        if (reason != null) {
            return server + ": " + reason + ". Put the entry back and run: lazymcp sync";
        }
        List<Member> all = roster.all();
        return "no server here has a tool " + Text.oneLine(name, 100) + "; "
                + (all.isEmpty()
                        ? "there is none so far"
                        : "tools are called SERVER" + HubNames.BETWEEN + "TOOL, and the servers are "
                                + all.stream().map(Member::name).collect(Collectors.joining(", ")));
    }
}
