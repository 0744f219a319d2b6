package org.linkgate.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls that this node has counted and not yet reported to the other nodes; nothing is stored without a consumer. */
public final class Unreported {
    /** The number of a caller's calls, and the age of the first; the caller as hexadecimal digits. */
    public record Calls(String name, long limit, long windowSeconds, String caller, long calls, long ageMillis) {}

    private record Key(String name, long limit, long windowSeconds, long caller) {}

    private record Total(long first, long calls) {}

    private static final int CALLERS = Declarations.ALL.get("runtime").get("unreportedCallers").asInt();
    private static final long REPORT_MILLIS = Declarations.ALL.get("runtime").get("reportMillis").asLong();
    private static final ConcurrentHashMap<Key, Total> ALL = new ConcurrentHashMap<>();
    private static final AtomicBoolean SCHEDULED = new AtomicBoolean();
    private static volatile Runnable reporter;

    /** Starts storing calls for a consumer, which is invoked soon after the first. */
    public static void reportBy(Runnable work) {
        reporter = work;
    }

    static void add(String name, long limit, long windowSeconds, long caller, long nowNanos) {
        if (reporter == null) return;
        Key key = new Key(name, limit, windowSeconds, caller);
        if (ALL.mappingCount() < CALLERS || ALL.containsKey(key))
            ALL.merge(key, new Total(nowNanos, 1), (before, one) -> new Total(before.first, before.calls + 1));
        if (SCHEDULED.compareAndSet(false, true)) CompletableFuture.delayedExecutor(REPORT_MILLIS, TimeUnit.MILLISECONDS).execute(() -> {
            SCHEDULED.set(false);
            reporter.run();
        });
    }

    /** Removes and returns the calls of up to a number of callers. */
    public static List<Calls> take(int max) {
        List<Calls> taken = new ArrayList<>();
        long now = System.nanoTime();
        for (Key key : ALL.keySet()) {
            if (taken.size() == max) break;
            Total total = ALL.remove(key);
            if (total == null) continue;
            long age = Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - total.first));
            taken.add(new Calls(key.name, key.limit, key.windowSeconds, Long.toHexString(key.caller), total.calls, age));
        }
        return taken;
    }
}
