package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A stub that is used for long: servers come and go, calls pass, commands are answered, and afterwards there is as much of everything as
 * there was after the first few. {@code -Drounds=250} makes it 10,000 starts.
 */
@ExtendWith(Sandboxed.class)
@EnabledOnOs(OS.LINUX)
class SoakIT {
    private static final int CYCLES = 40;

    /** Threads and descriptors of a server that is just being forgotten; a leak has one more with each cycle. */
    private static final long ON_THEIR_WAY = 6;

    /** As small as a server can be, so that the time goes to the stub. */
    private static final String SERVER = """
            while IFS= read -r line; do
              id=${line#*\\"id\\":}; id=${id%%,*}
              case $line in
                *'"method":"initialize"'*)
                  r='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
                *'"method":"tools/list"'*) r='{"tools":[{"name":"hello","inputSchema":{"type":"object"}}]}' ;;
                *'"id":'*) r='{"content":[{"type":"text","text":"hello"}]}' ;;
                *) continue ;;
              esac
              printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$r"
            done
            """;

    /** What a process has at a time. */
    private record Holdings(long threads, long descriptors, long kibibytes) {
        static Holdings of(long pid) throws IOException {
            Path process = Path.of("/proc", Long.toString(pid));
            long pages =
                    Long.parseLong(Files.readString(process.resolve("statm")).split(" ", -1)[1]);
            return new Holdings(count(process.resolve("task")), count(process.resolve("fd")), pages * 4);
        }

        private static long count(Path directory) throws IOException {
            try (Stream<Path> entries = Files.list(directory)) {
                return entries.count();
            }
        }
    }

    @Test
    void afterManyStartsAndStopsThereIsNoMoreOfAnythingThanAfterTheFirst(Sandbox sandbox) throws Exception {
        StubProcess stub = sandbox.stub().command(List.of("sh", "-c", SERVER)).controlled();
        ControlSocket socket = ControlSocket.in(sandbox);
        int cycles = CYCLES * Math.max(1, Integer.getInteger("rounds", 1));
        List<Holdings> seen = new ArrayList<>();
        for (int i = 0; i < cycles; i++) {
            assertThat(socket.ask("{\"v\":1,\"op\":\"enable\"}")).contains("\"ACTIVE\"");
            assertThat(stub.call("hello", "{\"n\":" + i + "}").toolText()).isEqualTo("hello");
            stub.request("ping", "{}");
            assertThat(socket.ask("{\"v\":1,\"op\":\"status\"}")).contains("\"ACTIVE\"");
            assertThat(socket.ask("{\"v\":1,\"op\":\"stop\"}")).contains("\"REGISTERED\"");
            assertThat(stub.toolNames()).contains("hello");
            seen.add(Holdings.of(stub.pid()));
        }
        Holdings early = seen.get(cycles / 4);
        Holdings late = seen.getLast();
        assertThat(late.threads()).as("threads").isLessThanOrEqualTo(early.threads() + ON_THEIR_WAY);
        assertThat(late.descriptors()).as("descriptors").isLessThanOrEqualTo(early.descriptors() + ON_THEIR_WAY);
        assertThat(median(seen.subList(cycles * 3 / 4, cycles)))
                .as("KiB in the last quarter, against the second")
                .isLessThan(median(seen.subList(cycles / 4, cycles / 2)) * 11 / 10 + 16 * 1024);
        assertThat(ControlSocket.files(sandbox)).hasSize(2);
        stub.closeStdin();
        assertThat(stub.awaitExit()).isZero();
        stub.awaitEndOfOutput();
    }

    private static long median(List<Holdings> some) {
        return some.stream()
                .mapToLong(Holdings::kibibytes)
                .sorted()
                .skip(some.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
