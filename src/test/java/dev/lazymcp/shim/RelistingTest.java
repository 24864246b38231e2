package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RelistingTest {
    private static final long SHORT = 500;
    private static final long LONG = 3_000;

    private long now;
    private final Relisting relisting = new Relisting(new Timers(() -> now));

    @Test
    void aClientOfWhichNothingIsKnownIsNotWaitedForLong() {
        assertThat(relisting.patience()).isEqualTo(SHORT);
        relisting.listed();
        assertThat(relisting.patience()).as("nobody told it to").isEqualTo(SHORT);
    }

    @Test
    void aClientThatListedWhenItWasToldToIsWaitedForWhenItIsBusy() {
        relisting.told();
        now += 500;
        relisting.listed();

        assertThat(relisting.patience()).isEqualTo(LONG);
    }

    @Test
    void aClientThatListsOnlyWithItsNextRequestIsNot() {
        relisting.told();
        now += 20;
        relisting.listed();
        relisting.told();
        now += 501;
        relisting.listed();

        assertThat(relisting.patience()).isEqualTo(SHORT);
    }
}
