package org.linkgate.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.keycloak.crypto.JavaAlgorithm;
import org.keycloak.jose.jws.crypto.HashUtils;

/**
 * Counts calls over sliding windows, exactly, in memory: stores the instants of a caller's calls in the window. Each limit and window has a
 * table with a limited number of callers; while it is full, new callers share counters by their network. Callers have the same key on every
 * node, so that nodes can count each other's calls, too.
 */
public final class Counters {
    /** Whether a call is granted, how many are left, and the seconds until the next one is, or until the window is free again. */
    public record Count(boolean granted, long remaining, long resetSeconds) {
        /** All three for a script, in this order; 1 if it is granted, 0 if not. */
        private long[] numbers() { return new long[] {granted ? 1 : 0, remaining, resetSeconds}; }
    }

    private static final int CALLERS = Declarations.ALL.get("runtime").get("counterCallers").asInt();
    private static final int SHARED = Declarations.ALL.get("runtime").get("counterNetworks").asInt();
    private static final Map<String, Table> TABLES = new ConcurrentHashMap<>();

    /** Counts a script's call under a key other than an IP address; not reported to other nodes. */
    public static long[] take(String key, long limit, long windowSeconds) {
        return count(key, limit, windowSeconds).numbers();
    }

    /** Counts a script's call unless it exceeds the limit. */
    public static long[] take(String name, String caller, String network, long limit, long windowSeconds) {
        return count(name, caller, network, limit, windowSeconds).numbers();
    }

    /** Counts a call under a key other than an IP address; not reported to other nodes. */
    public static Count count(String key, long limit, long windowSeconds) {
        long now = System.nanoTime();
        return table("", windowSeconds, now).take(hash(key), limit, now);
    }

    /** Whether such a call was counted within the window. */
    public static boolean has(String key, long windowSeconds) {
        long now = System.nanoTime();
        return table("", windowSeconds, now).has(hash(key), now);
    }

    /** Counts a call unless it exceeds the limit. */
    public static Count count(String name, String caller, String network, long limit, long windowSeconds) {
        return count(name, caller, network, limit, windowSeconds, System.nanoTime());
    }

    /** Counts a call at an instant of a clock with an arbitrary origin. */
    public static Count count(String name, String caller, String network, long limit, long windowSeconds, long nowNanos) {
        // The key also determines the network's counter.
        long key = hash(caller) / SHARED * SHARED + Math.floorMod(hash(network), (long) SHARED);
        Count count = table(name, windowSeconds, nowNanos).take(key, limit, nowNanos);
        if (count.granted()) Unreported.add(name, limit, windowSeconds, key, nowNanos);
        return count;
    }

    /** Counts calls of a given age that another node has granted; the limit may then be exceeded. */
    public static void addReported(String name, String caller, long limit, long windowSeconds, long calls, long ageMillis) {
        long now = System.nanoTime();
        table(name, windowSeconds, now).addReported(Long.parseUnsignedLong(caller, 16), limit, calls, now - TimeUnit.MILLISECONDS.toNanos(ageMillis), now);
    }

    private static Table table(String name, long windowSeconds, long now) {
        return TABLES.computeIfAbsent(name + " " + windowSeconds, key -> new Table(TimeUnit.SECONDS.toNanos(windowSeconds), now));
    }

    static long hash(String text) {
        return ByteBuffer.wrap(HashUtils.hash(JavaAlgorithm.SHA256, text.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    private static final class Table {
        private final long window;
        private final ConcurrentHashMap<Long, Calls> byCaller = new ConcurrentHashMap<>();
        private final AtomicLong sweptAt;

        Table(long window, long now) {
            this.window = window;
            sweptAt = new AtomicLong(now);
        }

        Count take(long caller, long limit, long now) {
            Count[] count = new Count[1];
            with(caller, now, calls -> count[0] = calls.take(limit, window, now));
            return count[0];
        }

        boolean has(long caller, long now) {
            boolean[] has = new boolean[1];
            byCaller.computeIfPresent(caller, (key, calls) -> {
                has[0] = !calls.areExpired(window, now);
                return has[0] ? calls : null;
            });
            return has[0];
        }

        void addReported(long caller, long limit, long calls, long at, long now) {
            if (now - at < window) with(caller, now, known -> known.addReported(limit, calls, at));
        }

        private void with(long caller, long now, Consumer<Calls> work) {
            sweep(now);
            boolean isKnown = byCaller.containsKey(caller) || byCaller.mappingCount() < CALLERS;
            byCaller.compute(isKnown ? caller : Math.floorMod(caller, (long) SHARED), (key, before) -> {
                Calls calls = before == null || before.areExpired(window, now) ? new Calls() : before;
                work.accept(calls);
                return calls;
            });
        }

        /** Checks all tables, since some may no longer be in use. */
        private void sweep(long now) {
            if (now - sweptAt.get() >= window) TABLES.values().forEach(table -> table.forget(now));
        }

        /** Removes callers without calls in the window, once per window. */
        private void forget(long now) {
            long last = sweptAt.get();
            if (now - last < window || !sweptAt.compareAndSet(last, now)) return;
            for (Long caller : byCaller.keySet())
                byCaller.computeIfPresent(caller, (key, calls) -> calls.areExpired(window, now) ? null : calls);
        }
    }

    /** The instants of one caller's calls, the oldest first, in a ring that grows with them. */
    private static final class Calls {
        private long[] ring = new long[1];
        private int first;
        private int size;

        boolean areExpired(long window, long now) {
            while (size > 0 && now - ring[first] >= window) removeFirst();
            return size == 0;
        }

        private void removeFirst() {
            first = at(1);
            size--;
        }

        /** Calls from another node arrive late, and are inserted by age. The newest ones decide, up to the limit. */
        void addReported(long limit, long calls, long at) {
            for (long call = Math.min(calls, limit); call > 0; call--) {
                while (size >= limit) {
                    if (ring[first] - at >= 0) return;
                    removeFirst();
                }
                add(at, limit);
                for (int i = size - 1; i > 0 && ring[at(i - 1)] - at > 0; i--) {
                    ring[at(i)] = ring[at(i - 1)];
                    ring[at(i - 1)] = at;
                }
            }
        }

        Count take(long limit, long window, long now) {
            boolean granted = size < limit;
            if (granted) add(now, limit);
            // If none is left, the call that must expire before the next; otherwise the last one.
            long next = ring[at(size < limit ? size - 1 : (int) (size - limit))];
            // A call that was counted first may have started a moment later.
            long ago = Math.max(0, now - next);
            return new Count(granted, Math.max(0, limit - size), 1 + (window - ago - 1) / TimeUnit.SECONDS.toNanos(1));
        }

        private void add(long now, long limit) {
            if (size == ring.length) {
                long[] larger = new long[(int) Math.min(limit, 2L * size)];
                for (int i = 0; i < size; i++) larger[i] = ring[at(i)];
                ring = larger;
                first = 0;
            }
            ring[at(size++)] = now;
        }

        private int at(int index) {
            return (first + index) % ring.length;
        }
    }
}
