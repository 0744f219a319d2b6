package org.linkgate.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls that this node has counted and the cluster's others don't know of yet; nothing is kept if there is nobody to tell. */
public final class Unreported {
    /** A number of calls of a caller, and how long ago the first of them was; the caller in hexadecimal digits. */
    public record Calls(String policy, long limit, long windowSeconds, String caller, long calls, long ageMillis) {}

    private record Whose(String policy, long limit, long windowSeconds, long caller) {}

    private record Since(long first, long calls) {}

    private static final int CALLERS = Declarations.ALL.get("runtime").get("unreportedCallers").asInt();
    private static final long REPORT_MILLIS = Declarations.ALL.get("runtime").get("reportMillis").asLong();
    private static final ConcurrentHashMap<Whose, Since> ALL = new ConcurrentHashMap<>();
    private static final AtomicBoolean AWAITED = new AtomicBoolean();
    private static volatile Runnable teller;

    /** From now on calls are kept for a consumer, which takes them soon after the first. */
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

    /** Removes and returns the calls of a number of callers. */
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
