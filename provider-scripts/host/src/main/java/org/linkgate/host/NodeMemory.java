package org.linkgate.host;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What scripts remember on this node: short texts by key. One is replaced only by a caller that has seen it, so that a script computes the next
 * one without a lock. The keys that were used longest ago are forgotten.
 */
public final class NodeMemory {
    private static final int KEYS = Declarations.ALL.get("runtime").get("rememberedKeys").asInt();
    private static final Map<String, String> TEXTS = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > KEYS;
        }
    };

    private NodeMemory() {}

    /** The text of a key; empty if there is none. */
    public static synchronized String get(String key) {
        return TEXTS.getOrDefault(key, "");
    }

    /** Replaces the text of a key, or removes it if the new one is empty; false if it isn't the one that the caller has seen. */
    public static synchronized boolean replace(String key, String seen, String text) {
        if (!get(key).equals(seen)) return false;
        if (text.isEmpty()) TEXTS.remove(key);
        else TEXTS.put(key, text);
        return true;
    }

    /** Milliseconds of a clock that never jumps, with an arbitrary origin. */
    public static double millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
