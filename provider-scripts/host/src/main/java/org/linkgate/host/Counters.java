package org.linkgate.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts calls over sliding windows, exactly, in memory: a caller costs the instants of the calls that its window holds. A table, one for each
 * policy and window, has so many callers; those who come while it is full share counters by their network.
 */
public final class Counters {
    /** Whether a call is granted, how many are left, and the seconds until the next one is, or until the window is free again. */
    public record Count(boolean granted, long remaining, long resetSeconds) {}

    private static final int CALLERS = Declarations.ALL.get("runtime").get("counterCallers").asInt();
    private static final int SHARED = Declarations.ALL.get("runtime").get("counterNetworks").asInt();
    private static final byte[] SALT = new SecureRandom().generateSeed(16);
    private static final Map<String, Table> TABLES = new ConcurrentHashMap<>();

    private Counters() {}

    /** Counts a call of what is no caller with an address. */
    public static Count take(String key, long limit, long windowSeconds) {
        return take("", key, key, limit, windowSeconds);
    }

    /** Counts a call unless it is one too many. */
    public static Count take(String policy, String caller, String network, long limit, long windowSeconds) {
        return take(policy, caller, network, limit, windowSeconds, System.nanoTime());
    }

    /** The same at an instant of a clock that begins anywhere. */
    public static Count take(String policy, String caller, String network, long limit, long windowSeconds, long nowNanos) {
        return TABLES.computeIfAbsent(policy + " " + windowSeconds, key -> new Table(TimeUnit.SECONDS.toNanos(windowSeconds), nowNanos))
            .take(caller, network, limit, nowNanos);
    }

    private static long hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(SALT);
            return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Table {
        private final long window;
        private final ConcurrentHashMap<Long, Calls> byCaller = new ConcurrentHashMap<>();
        private final AtomicLong sweptAt;

        Table(long window, long now) {
            this.window = window;
            sweptAt = new AtomicLong(now);
        }

        Count take(String caller, String network, long limit, long now) {
            sweep(now);
            long own = hash(caller);
            boolean isKnown = byCaller.containsKey(own) || byCaller.mappingCount() < CALLERS;
            Count[] count = new Count[1];
            byCaller.compute(isKnown ? own : Math.floorMod(hash(network), (long) SHARED), (key, before) -> {
                Calls calls = before == null ? new Calls() : before;
                count[0] = calls.take(limit, window, now);
                return calls;
            });
            return count[0];
        }

        /** Once in a window, whoever has left it is forgotten; in all tables, for nobody may use the others any more. */
        private void sweep(long now) {
            long last = sweptAt.get();
            if (now - last >= window && sweptAt.compareAndSet(last, now)) TABLES.values().forEach(table -> table.forget(now));
        }

        private void forget(long now) {
            for (Long caller : byCaller.keySet())
                byCaller.computeIfPresent(caller, (key, calls) -> calls.areOver(window, now) ? null : calls);
        }
    }

    /** The instants of one caller's calls, the oldest first, in a ring that grows with them. */
    private static final class Calls {
        private long[] ring = new long[1];
        private int first;
        private int size;

        boolean areOver(long window, long now) {
            while (size > 0 && now - ring[first] >= window) {
                first = at(1);
                size--;
            }
            return size == 0;
        }

        Count take(long limit, long window, long now) {
            if (areOver(window, now)) {
                ring = new long[1];
                first = 0;
            }
            boolean granted = size < limit;
            if (granted) add(now, limit);
            // With none left, the call that must have left before the next; else the last one.
            long waitsFor = ring[at(size < limit ? size - 1 : (int) (size - limit))];
            return new Count(granted, Math.max(0, limit - size), 1 + (waitsFor + window - now - 1) / TimeUnit.SECONDS.toNanos(1));
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
