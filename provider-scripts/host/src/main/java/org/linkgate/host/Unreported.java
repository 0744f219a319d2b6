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
    public record Calls(String policy, long limit, long windowSeconds, String caller, long calls, long ageMillis) {}

    private record Whose(String policy, long limit, long windowSeconds, long caller) {}

    private record Since(long first, long calls) {}

    private static final int CALLERS = Declarations.ALL.get("runtime").get("unreportedCallers").asInt();
    private static final long REPORT_MILLIS = Declarations.ALL.get("runtime").get("reportMillis").asLong();
    private static final ConcurrentHashMap<Whose, Since> ALL = new ConcurrentHashMap<>();
    private static final AtomicBoolean AWAITED = new AtomicBoolean();
    private static volatile Runnable teller;

    /** Starts storing calls for a consumer, which is invoked soon after the first. */
    public static void reportBy(Runnable work) {
        teller = work;
    }

    static void add(String policy, long limit, long windowSeconds, long caller, long nowNanos) {
        if (teller == null) return;
        Whose whose = new Whose(policy, limit, windowSeconds, caller);
        if (ALL.mappingCount() < CALLERS || ALL.containsKey(whose))
            ALL.merge(whose, new Since(nowNanos, 1), (before, one) -> new Since(before.first, before.calls + 1));
        if (AWAITED.compareAndSet(false, true)) CompletableFuture.delayedExecutor(REPORT_MILLIS, TimeUnit.MILLISECONDS).execute(() -> {
            AWAITED.set(false);
            teller.run();
        });
    }

    /** Removes and returns the calls of up to a number of callers. */
    public static List<Calls> take(int max) {
        List<Calls> taken = new ArrayList<>();
        long now = System.nanoTime();
        for (Whose whose : ALL.keySet()) {
            if (taken.size() == max) break;
            Since since = ALL.remove(whose);
            if (since == null) continue;
            long age = Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - since.first));
            taken.add(new Calls(whose.policy, whose.limit, whose.windowSeconds, Long.toHexString(whose.caller), since.calls, age));
        }
        return taken;
    }
}
