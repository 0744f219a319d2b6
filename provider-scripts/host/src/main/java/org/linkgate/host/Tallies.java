package org.linkgate.host;

import java.util.HashMap;
import java.util.Map;

/** The scripts' counts since they were last collected, by name. */
public final class Tallies {
    private static Map<String, Long> counted = new HashMap<>();

    /** Adds to a count; the amount may be negative. */
    public static synchronized void add(String key, long amount) {
        counted.merge(key, amount, Long::sum);
    }

    /** Removes and returns all counts. */
    public static synchronized Map<String, Long> take() {
        Map<String, Long> taken = counted;
        counted = new HashMap<>();
        return taken;
    }
}
