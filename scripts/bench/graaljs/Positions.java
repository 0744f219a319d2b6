package org.linkgate.host;

/** Replaces the host's class of this name, which turns Rhino's positions into TypeScript's. */
final class Positions {
    /** The first line of a failure's message. */
    static String describe(Throwable e) {
        return String.valueOf(e).lines().findFirst().orElse("");
    }

    /** The same failure. */
    static Throwable rewrite(Throwable failure) {
        return failure;
    }
}
