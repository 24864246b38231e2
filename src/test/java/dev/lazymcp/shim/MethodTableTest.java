package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every method in every state. */
class MethodTableTest {
    private static final Map<String, State> STATES = new LinkedHashMap<>();

    static {
        STATES.put("R", new State.Registered(0, 0, ""));
        STATES.put("C", new State.Connecting(1, 0));
        STATES.put("A", new State.Active(1));
        STATES.put("S+", new State.Suspended(1, true, false));
        STATES.put("S-", new State.Suspended(0, true, false));
        STATES.put("X", new State.Removed("gone"));
    }

    /** Method, then what becomes of it dormant, connecting, active, suspended with a process, suspended without, removed. */
    private static final String TABLE = """
            ping                     answer  answer  forward answer  answer answer
            tools/list               answer  answer  forward answer  answer answer
            resources/list           answer  answer  forward answer  answer answer
            resources/templates/list answer  answer  forward answer  answer answer
            prompts/list             answer  answer  forward answer  answer answer
            completion/complete      answer  answer  forward answer  answer answer
            logging/setLevel         answer  answer  forward answer  answer answer
            resources/read           invoke  invoke  forward refuse  refuse refuse
            prompts/get              invoke  invoke  forward refuse  refuse refuse
            resources/subscribe      invoke  invoke  forward answer  answer answer
            resources/unsubscribe    answer  invoke  forward answer  answer answer
            tasks/list               answer  answer  forward forward answer answer
            tasks/get                no_task invoke  forward forward no_task no_task
            tasks/result             no_task invoke  forward forward no_task no_task
            tasks/cancel             no_task invoke  forward forward no_task no_task
            server/discover          unknown unknown unknown unknown unknown unknown
            x/unheard-of             unknown invoke  forward unknown unknown unknown
            """;

    @TestFactory
    Stream<DynamicTest> everyMethodInEveryState() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String line : TABLE.lines().toList()) {
            String[] cells = line.split(" +", -1);
            int column = 1;
            for (Map.Entry<String, State> state : STATES.entrySet()) {
                Duty expected = duty(cells[column++]);
                tests.add(DynamicTest.dynamicTest(
                        cells[0] + " in " + state.getKey(),
                        () -> assertThat(MethodTable.duty(cells[0], state.getValue()))
                                .isEqualTo(expected)));
            }
        }
        return tests.stream();
    }

    private static Duty duty(String word) {
        return switch (word) {
            case "answer" -> Duty.ANSWER;
            case "forward" -> Duty.FORWARD;
            case "invoke" -> Duty.INVOKE;
            case "refuse" -> Duty.REFUSE;
            case "no_task" -> Duty.NO_SUCH_TASK;
            case "unknown" -> Duty.NO_SUCH_METHOD;
            default -> throw new IllegalArgumentException(word);
        };
    }
}
