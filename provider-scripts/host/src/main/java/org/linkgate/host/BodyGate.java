package org.linkgate.host;

import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;

/** Decides once for an email: its body is sent, or it is given up before. */
final class BodyGate {
    private enum State { OPEN, PASSED, CLOSED }

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    /** Called before the first byte; throws if the email was given up. */
    void pass() throws InterruptedIOException {
        if (!state.compareAndSet(State.OPEN, State.PASSED) && state.get() == State.CLOSED) throw new InterruptedIOException("given up");
    }

    /** Called if nothing of the body was sent after all; returns whether another connection may be tried. */
    boolean reopen() {
        state.compareAndSet(State.PASSED, State.OPEN);
        return state.get() == State.OPEN;
    }

    /** Gives the email up; returns whether part of its body may have been sent. */
    boolean close() {
        state.compareAndSet(State.OPEN, State.CLOSED);
        return isPassed();
    }

    boolean isPassed() {
        return state.get() == State.PASSED;
    }
}
