package dev.lazymcp.probe;

import java.io.Serial;

/** A server did not do what it was asked. */
public final class ProbeException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient Fault fault;

    ProbeException(Fault fault) {
        super(fault.inWords());
        this.fault = fault;
    }

    /** Why. */
    public Fault fault() {
        return fault;
    }
}
