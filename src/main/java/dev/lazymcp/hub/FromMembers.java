package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Message.Response;
import java.util.function.Consumer;

/** From the members to the client. Called by many threads, for one member by one at a time. */
final class FromMembers {
    private static final String CHANGED = "/list_changed";

    private final Outlet outlet;
    private final Roster roster;
    private final Inquiries inquiries;
    private final Flights flights;
    private final Crossings crossings;
    private final Announcer announcer;
    private final Subscriptions subscriptions;

    FromMembers(
            Outlet outlet,
            Roster roster,
            Inquiries inquiries,
            Flights flights,
            Crossings crossings,
            Announcer announcer,
            Subscriptions subscriptions) {
        this.outlet = outlet;
        this.roster = roster;
        this.inquiries = inquiries;
        this.flights = flights;
        this.crossings = crossings;
        this.announcer = announcer;
        this.subscriptions = subscriptions;
    }

    /** {@code member} said {@code frame}. */
    void heard(Member member, Frame frame) {
        switch (Message.read(frame)) {
            case Response response -> response(response);
            case Request request -> outlet.send(crossings.outward(member, request));
            case Notification notification -> notification(member, notification);
            // A stub says one thing at a time, and nothing else.
            case Message.Batch batch -> throw new IllegalStateException("a stub does not batch: " + batch);
            case Message.Invalid invalid -> throw new IllegalStateException(invalid.reason());
        }
    }

    private void response(Response response) {
        if (response.id() == null) {
            outlet.send(response.frame());
            return;
        }
        Consumer<Response> asker = inquiries.take(response.id());
        if (asker != null) {
            asker.accept(response);
            return;
        }
        Flights.Flight flight = flights.end(response.id());
        if (flight != null) {
            outlet.respond(
                    response.id(),
                    flight.raw() ? response.frame() : Outward.response(flight.member(), flight.method(), response));
        }
    }

    private void notification(Member member, Notification notification) {
        if (notification.method().endsWith(CHANGED) && !roster.has(member)) {
            return; // that it is gone was told
        }
        switch (notification.method()) {
            case "notifications/tools/list_changed" -> {
                announcer.changed("tools");
                // What nobody knew of the server before it ran the client may not have asked it for.
                member.newLists().forEach(announcer::changed);
            }
            case "notifications/prompts/list_changed" -> announcer.changed("prompts");
            case "notifications/resources/list_changed" -> announcer.changed("resources");
            case "notifications/resources/updated" ->
                outlet.send(
                        subscriptions.isRaw(notification)
                                ? notification.frame()
                                : Outward.updated(member, notification));
            case "notifications/message" -> outlet.send(Outward.logged(member, notification));
            case "notifications/cancelled" -> {
                Frame renamed = crossings.cancelled(member, notification);
                if (renamed != null) {
                    outlet.send(renamed);
                }
            }
            default -> outlet.send(notification.frame());
        }
    }
}
