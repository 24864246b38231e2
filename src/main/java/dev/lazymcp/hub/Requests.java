package dev.lazymcp.hub;

import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;

/** The client's requests on their way to members: their ids and progress tokens stay what they are, since one client chose them all. */
final class Requests {
    private final Outlet outlet;
    private final Flights flights;
    private final Subscriptions subscriptions;

    Requests(Outlet outlet, Flights flights, Subscriptions subscriptions) {
        this.outlet = outlet;
        this.flights = flights;
        this.subscriptions = subscriptions;
    }

    /** Passes {@code request} along {@code route}, whose name is put where {@code path} leads below its params. */
    void pass(Request request, Route route, String... path) {
        if (!flights.begin(request.id(), new Flights.Flight(route.member(), request.method(), route.raw()))) {
            outlet.send(Reply.error(
                    request.rawId(), ErrorCode.INVALID_REQUEST, "a request with this id is not answered yet"));
            return;
        }
        switch (request.method()) {
            case "resources/subscribe" -> subscriptions.note(route.name(), route.raw());
            case "resources/unsubscribe" -> subscriptions.note(route.name(), false);
            default -> {}
        }
        Span span = Crossings.within(request.params(), request.frame(), path);
        Frame frame = span == null || route.raw()
                ? request.frame()
                : request.frame().with(span, Frame.of(Json.quote(route.name())));
        route.member().shim().receive(frame);
    }

    /** The client does not want an answer any more. */
    void cancelled(Notification notification) {
        Span span = Crossings.within(notification.params(), notification.frame(), "requestId");
        Id id = span == null ? null : Json.id(notification.frame().part(span));
        if (id == null) {
            return;
        }
        Flights.Flight flight = flights.end(id);
        outlet.cancelled(id);
        if (flight != null) {
            flight.member().shim().receive(notification.frame());
        }
    }
}
