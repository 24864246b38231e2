package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimetableTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void budgetsAreThoseThatClientsGrant() {
        assertThat(StopPace.EOF.budget()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(StopPace.SIGNAL.budget()).isLessThanOrEqualTo(Duration.ofMillis(900));
    }

    /** The clock may begin anywhere, and overflow in the middle of a stop. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - SECOND / 10})
    void aLaterUrgentStopBringsBothTimesForward(long now) {
        Timetable slow = Timetable.from(now, StopPace.EOF);

        Timetable hastened = slow.hastened(now + SECOND / 5, StopPace.SIGNAL);

        assertThat(hastened.termAt() - now).isEqualTo(700_000_000L);
        assertThat(hastened.killAt() - now).isEqualTo(950_000_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - SECOND / 10})
    void aLaterPatientStopChangesNothing(long now) {
        Timetable urgent = Timetable.from(now, StopPace.SIGNAL);

        assertThat(urgent.hastened(now + 1, StopPace.EOF)).isEqualTo(urgent);
    }

    @Test
    void aStopThatIsNearlyOverIsNotPutOff() {
        Timetable slow = Timetable.from(0, StopPace.EOF);

        assertThat(slow.hastened(2 * SECOND, StopPace.SIGNAL)).isEqualTo(slow);
        assertThat(slow.hastened(SECOND, StopPace.NOW)).isEqualTo(new Timetable(SECOND, SECOND));
    }
}
