package org.linkgate.host;

import java.util.HashMap;
import java.util.Map;

/** What the scripts have counted since somebody last took it, by whatever they call it. */
public final class Tallies {
    private static Map<String, Long> counted = new HashMap<>();

    /** Counts so many more, or fewer. */
    public static synchronized void add(String key, long amount) {
        counted.merge(key, amount, Long::sum);
    }

    /** Takes all out. */
    public static synchronized Map<String, Long> take() {
        Map<String, Long> taken = counted;
        counted = new HashMap<>();
        return taken;
    }
}
