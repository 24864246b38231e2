package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.control.AgentEntry.Holder;
import dev.lazymcp.rpc.Frame;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs have the members that the clients document for their hooks. */
class AgentHookTest {
    private static final ActiveAgents NONE = ActiveAgents.none();

    private static ActiveAgents on(ActiveAgents before, String input) {
        return AgentHook.read(Frame.of(input), "").on(before, agent -> Set.of(agent + "-id"));
    }

    private static String input(String event, String members) {
        return "{\"session_id\":\"s1\",\"transcript_path\":\"/home/ann/t.jsonl\",\"cwd\":\"/home/ann/p\","
                + "\"hook_event_name\":\"" + event + "\"" + (members.isEmpty() ? "" : "," + members) + "}";
    }

    private static AgentEntry hook(String agent, String conversation, String subagent) {
        return new AgentEntry(agent, Set.of(agent + "-id"), new Holder.Hook(conversation, subagent));
    }

    private static AgentEntry hand(String agent) {
        return new AgentEntry(agent, Set.of(), new Holder.Hand());
    }

    /** The agents of two conversations and of a person. */
    private static ActiveAgents busy() {
        return NONE.set(hook("Main", "s1", ""))
                .enter(hand("Mine"))
                .enter(hook("Sub", "s1", "a1"))
                .enter(hook("Other", "s2", "a1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "startup | ''                       | Mine",
                "resume  | ''                       | Mine",
                "clear   | ''                       | Mine",
                "startup | \"agent_type\":\"Next\"  | Next, Next-id, Mine",
                "clear   | \"agent_type\":\"Next\"  | Next, Next-id, Mine",
                "compact | ''                       | Main, Main-id, Mine, Sub, Sub-id, Other, Other-id",
                "compact | \"agent_type\":\"Next\"  | Main, Main-id, Mine, Sub, Sub-id, Other, Other-id",
                "new     | ''                       | Mine, Other, Other-id",
                "new     | \"agent_type\":\"Next\"  | Next, Next-id, Mine, Other, Other-id",
                "''      | ''                       | Mine, Other, Other-id",
            })
    void aSessionStart(String source, String more, String expected) {
        String members = "\"source\":\"" + source + "\"" + (more.isEmpty() ? "" : "," + more);
        assertThat(on(busy(), input("SessionStart", members)).names())
                .containsExactlyInAnyOrder(expected.split(", ", -1));
    }

    @Test
    void aSessionStartWithoutAnAgentLeavesTheMainOneOfAPerson() {
        assertThat(on(NONE.set(hand("Mine")), input("SessionStart", "\"source\":\"clear\""))
                        .main())
                .contains(hand("Mine"));
    }

    @Test
    void aSessionEndTakesWhatItsConversationBrought() {
        assertThat(on(busy(), input("SessionEnd", "\"reason\":\"clear\"")).names())
                .containsExactlyInAnyOrder("Mine", "Other", "Other-id");
    }

    @Test
    void aSubagentIsActiveFromItsStartToItsStop() {
        String subagent = "\"agent_id\":\"a7\",\"agent_type\":\"Research\"";
        ActiveAgents during = on(NONE, input("SubagentStart", subagent));
        assertThat(during).isEqualTo(NONE.enter(hook("Research", "s1", "a7")));
        assertThat(on(during, input("SubagentStart", subagent))).isEqualTo(during);
        ActiveAgents after = on(during, input("SubagentStop", subagent + ",\"stop_hook_active\":false"));
        assertThat(after).isEqualTo(NONE);
        assertThat(on(after, input("SubagentStop", subagent))).isEqualTo(NONE);
    }

    @Test
    void aStopNeedsTheIdentifierAlone() {
        ActiveAgents during = NONE.enter(hook("Research", "s1", "a7"));
        assertThat(on(during, input("SubagentStop", "\"agent_id\":\"a7\""))).isEqualTo(NONE);
        assertThat(on(during, input("SubagentStop", "\"stop_hook_active\":false")))
                .isEqualTo(during);
    }

    @Test
    void twoSubagentsOfOneNameAreTwo() {
        ActiveAgents both = on(
                on(NONE, input("SubagentStart", "\"agent_id\":\"1\",\"agent_type\":\"R\"")),
                input("SubagentStart", "\"agent_id\":\"2\",\"agent_type\":\"R\""));
        assertThat(both.counts()).containsEntry("R", 2);
        assertThat(on(both, input("SubagentStop", "\"agent_id\":\"1\",\"agent_type\":\"R\""))
                        .counts())
                .containsEntry("R", 1);
    }

    @Test
    void theSpellingOfCopilotIsUnderstoodAndTheEventThenComesFromTheCommandLine() {
        Frame start =
                Frame.of("{\"sessionId\":\"s\",\"timestamp\":1,\"cwd\":\"/home/ann\",\"agentName\":\"research\"}");
        ActiveAgents during = AgentHook.read(start, "subagentStart").on(NONE, _ -> Set.of());
        assertThat(during.names()).containsExactly("research");
        Frame stop = Frame.of(
                "{\"sessionId\":\"s\",\"agentId\":\"9\",\"agentType\":\"research\",\"agentName\":\"research\"}");
        assertThat(AgentHook.read(stop, "subagentStop").on(during, _ -> Set.of()))
                .isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hook_event_name\":\"PreToolUse\",\"agent_id\":\"1\",\"agent_type\":\"R\"}",
                "{\"hook_event_name\":\"Stop\"}",
                "{\"hook_event_name\":\"SubagentStart\",\"agent_id\":\"1\"}",
                "{\"hook_event_name\":7}",
                "{\"agent_type\":\"R\"}",
                "{}",
                "{broken"
            })
    void whatSaysNothingOfAgentsChangesNothingAndSaysWhy(String input) {
        AgentHook hook = AgentHook.read(Frame.of(input), "");
        assertThat(hook)
                .isInstanceOfSatisfying(
                        AgentHook.Other.class,
                        other -> assertThat(other.reason()).isNotBlank());
        assertThat(hook.on(busy(), _ -> Set.of())).isEqualTo(busy());
    }
}
