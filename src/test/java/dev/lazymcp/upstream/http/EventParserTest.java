package dev.lazymcp.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.TooLong;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventParserTest {
    private final List<String> events = new ArrayList<>();
    private final EventParser parser = parser(events, "", 1000);

    private static EventParser parser(List<String> into, String lastId, long retry) {
        return new EventParser(
                event -> into.add(event.type() + " " + ((Line) event.data()).frame()),
                new MessageBuffer(),
                lastId,
                retry);
    }

    private List<String> fed(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        parser.feed(bytes, 0, bytes.length);
        return events;
    }

    @Test
    void anEventHasItsDataItsTypeAndItsId() {
        assertThat(fed("event: endpoint\nid: 7\ndata: /x\n\n")).containsExactly("endpoint /x");
        assertThat(parser.lastId()).isEqualTo("7");
    }

    @Test
    void aTypeIsForOneEvent() {
        assertThat(fed("event: a\ndata: 1\n\ndata: 2\n\n")).containsExactly("a 1", "message 2");
    }

    @Test
    void linesEndInThreeWays() {
        assertThat(fed("data: 1\r\n\r\ndata: 2\r\rdata: 3\n\ndata:4\r\n\n"))
                .hasSize(4)
                .endsWith("message 4");
    }

    @Test
    void oneSpaceBehindTheColonIsNoneOfTheData() {
        assertThat(fed("data:  x\n\ndata:y\n\n")).containsExactly("message  x", "message y");
    }

    @Test
    void linesOfDataMakeOneMessageWithoutLineEnds() {
        assertThat(fed("data: {\ndata: \"a\":1}\n\n")).containsExactly("message { \"a\":1}");
    }

    @Test
    void commentsAndUnknownFieldsAndAMarkAtTheStartAreNothing() {
        assertThat(fed("\uFEFF: hello\nfoo: bar\n:\n\ndata: 1\nid\n\n")).containsExactly("message 1");
        assertThat(parser.lastId()).isEmpty();
    }

    @Test
    void aMarkAtTheStartIsNoneOfTheFirstName() {
        assertThat(fed("\uFEFFdata: 1\n\n")).containsExactly("message 1");
    }

    @Test
    void anEventWithoutDataIsNoneAndItsIdCounts() {
        assertThat(fed("id: e1\ndata:\n\nevent: x\n\ndata: 1\n\n")).containsExactly("message 1");
        assertThat(parser.lastId()).isEqualTo("e1");
    }

    @Test
    void anEventThatTheStreamEndsWithinIsNone() {
        assertThat(fed("data: 1\n\ndata: 2\n")).containsExactly("message 1");
    }

    @Test
    void theIdOfAnEventThatBrokeOffDoesNotCount() {
        fed("id: 1\ndata: 1\n\nid: 2\ndata: {\"jso");
        assertThat(parser.lastId()).isEqualTo("1");
        fed("\n\n");
        assertThat(parser.lastId()).isEqualTo("2");
    }

    @Test
    void anIdWithNulIsIgnoredAndOneBeforeStays() {
        fed("id: 1\n\nid: a\0b\n\n");
        assertThat(parser.lastId()).isEqualTo("1");
        assertThat(parser(events, "before", 5).lastId()).isEqualTo("before");
    }

    @Test
    void retryIsDigitsAndAtMostAnHour() {
        fed("retry: 30\n");
        assertThat(parser.retry()).isEqualTo(30);
        fed("retry: -1\nretry: 1.5\nretry:\nretry: x\n");
        assertThat(parser.retry()).isEqualTo(30);
        fed("retry: 99999999999999999999\n");
        assertThat(parser.retry()).isEqualTo(3_600_000);
    }

    @Test
    void anIdOfAnyLengthTakesNoMoreThanItMay() {
        fed("id: 1\nid: " + "x".repeat(100_000) + "\ndata: 1\n\n");
        assertThat(parser.lastId()).isEqualTo("1");
        assertThat(events).containsExactly("message 1");
    }

    @Test
    void dataThatIsTooLongIsSaidToBeAndTheNextEventComes() {
        List<StreamEvent> all = new ArrayList<>();
        EventParser small = new EventParser(all::add, new MessageBuffer(64 * 1024), "", 0);
        byte[] bytes = ("data: {\"id\":5,\"a\":\"" + "x".repeat(100_000) + "end\"}\n\ndata: 2\n\n").getBytes(UTF_8);
        small.feed(bytes, 0, bytes.length);
        assertThat(all).hasSize(2);
        assertThat(all.getFirst().data()).isInstanceOfSatisfying(TooLong.class, tooLong -> {
            assertThat(tooLong.size()).isEqualTo(100_018);
            assertThat(tooLong.rawId()).hasToString("5");
            assertThat(tooLong.tail().toString()).endsWith("end\"}").hasSize(1024);
        });
    }

    @Test
    void anEventOfAGigabyteIsReadAndNotKept() {
        List<StreamEvent> all = new ArrayList<>();
        EventParser bounded = new EventParser(all::add, new MessageBuffer(), "", 0);
        byte[] megabyte = "x".repeat(1024 * 1024).getBytes(UTF_8);
        bounded.feed("data: ".getBytes(UTF_8), 0, 6);
        for (int i = 0; i < 1024; i++) {
            bounded.feed(megabyte, 0, megabyte.length);
        }
        bounded.feed("\n\n".getBytes(UTF_8), 0, 2);
        assertThat(all.getFirst().data()).isInstanceOfSatisfying(TooLong.class, tooLong -> {
            assertThat(tooLong.size()).isEqualTo(1024L * 1024 * 1024);
            assertThat(tooLong.head().size()).isEqualTo(64 * 1024);
        });
    }

    @Test
    void howAStreamIsCutMakesNoDifference() {
        Gen.forAll(300, gen -> {
            String text = stream(gen);
            byte[] bytes = text.getBytes(UTF_8);
            List<String> whole = new ArrayList<>();
            EventParser once = parser(whole, "", 1);
            once.feed(bytes, 0, bytes.length);
            List<String> cut = new ArrayList<>();
            EventParser pieces = parser(cut, "", 1);
            int from = 0;
            for (int to : gen.cuts(bytes.length, 40)) {
                pieces.feed(bytes, from, to);
                from = to;
            }
            pieces.feed(bytes, from, bytes.length);
            assertThat(cut).as(text).isEqualTo(whole).isEqualTo(events(text));
            assertThat(pieces.lastId()).isEqualTo(once.lastId());
            assertThat(pieces.retry()).isEqualTo(once.retry());
        });
    }

    private static String stream(Gen gen) {
        StringBuilder text = new StringBuilder(gen.pick("", "\uFEFF"));
        String end = gen.pick("\n", "\r\n", "\r");
        int lines = gen.between(0, 30);
        for (int i = 0; i < lines; i++) {
            text.append(gen.pick(
                            "data: {\"é\":1}",
                            "data:",
                            "data",
                            "data:  a:b",
                            "data: 漢😀",
                            "",
                            "",
                            ": ping",
                            "id: 4",
                            "id",
                            "event: x",
                            "event:",
                            "retry: 12",
                            "retry: x",
                            "data : no",
                            "junk"))
                    .append(gen.once(5) ? gen.pick("\n", "\r\n", "\r") : end);
        }
        return text.append(gen.pick("", "data: unfinished")).toString();
    }

    /** The same by another road: all lines first. */
    private static List<String> events(String text) {
        List<String> events = new ArrayList<>();
        String type = "";
        List<String> data = new ArrayList<>();
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String[] lines = body.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            String line = lines[i];
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            if (line.isEmpty()) {
                String joined = String.join(" ", data);
                if (!joined.isBlank()) {
                    events.add((type.isEmpty() ? "message" : type) + " " + joined);
                }
                type = "";
                data.clear();
            } else if (name.equals("data")) {
                data.add(value);
            } else if (name.equals("event")) {
                type = value;
            }
        }
        return events;
    }
}
