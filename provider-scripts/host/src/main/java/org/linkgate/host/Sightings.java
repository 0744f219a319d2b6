package org.linkgate.host;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What this node has seen of requests for emails: how many there were of a caller, its network, for a text and in a realm, over sliding windows of
 * twelve slots each. Memory is limited: while it is full, new entries share some.
 */
public final class Sightings {
    private static final int SLOTS = 12;
    private static final long HOUR = TimeUnit.HOURS.toSeconds(1);
    private static final int ENTRIES = Declarations.ALL.get("runtime").get("counterCallers").asInt();
    private static final int SHARED = Declarations.ALL.get("runtime").get("counterNetworks").asInt();
    private static final Map<Long, Window> WINDOWS = new ConcurrentHashMap<>();
    private static long nextSweep = Long.MIN_VALUE;

    /**
     * Counts a request; an empty text isn't counted, and is 0.
     *
     * @param callerSeconds the window of the caller and its network; the others' is an hour
     * @param typed what a stranger typed: only strangers' requests count for the realm
     * @return how many requests there were, with this one: of the caller, of its network; from how many networks for what was typed; in the
     *     realm; and for unknown accounts there
     */
    public static long[] see(String realm, String caller, String network, String typed, long callerSeconds) {
        return see(realm, caller, network, typed, callerSeconds, seconds());
    }

    /** The same at a second of a clock with an arbitrary origin. */
    public static long[] see(String realm, String caller, String network, String typed, long callerSeconds, long now) {
        sweep(now);
        boolean isNewNetwork = !network.isEmpty() && !typed.isEmpty() && add("pair " + realm + ' ' + network + ' ' + typed, HOUR, 1, now) == 1;
        return new long[] {
            caller.isEmpty() ? 0 : add("caller " + realm + ' ' + caller, callerSeconds, 1, now),
            network.isEmpty() ? 0 : add("network " + realm + ' ' + network, callerSeconds, 1, now),
            typed.isEmpty() ? 0 : add("typed " + realm + ' ' + typed, HOUR, isNewNetwork ? 1 : 0, now),
            add("realm " + realm, HOUR, typed.isEmpty() ? 0 : 1, now),
            add("unknown " + realm, HOUR, 0, now),
        };
    }

    /** Counts a request that was for an unknown account. */
    public static void seeUnknown(String realm) {
        seeUnknown(realm, seconds());
    }

    /** The same at a second of a clock with an arbitrary origin. */
    public static void seeUnknown(String realm, long now) {
        add("unknown " + realm, HOUR, 1, now);
    }

    private static long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
    }

    /** Adds to a count; returns the sum of its window. */
    private static long add(String text, long windowSeconds, int amount, long now) {
        long hash = Counters.hash(text + ' ' + windowSeconds);
        long key = WINDOWS.containsKey(hash) || WINDOWS.size() < ENTRIES ? hash : Math.floorMod(hash, (long) SHARED);
        long[] sum = new long[1];
        WINDOWS.compute(key, (k, before) -> {
            Window window = before == null || before.isOver(now) ? new Window(windowSeconds) : before;
            sum[0] = window.add(amount, now);
            return window;
        });
        return sum[0];
    }

    /** Forgets windows that are over, every few minutes. */
    private static void sweep(long now) {
        synchronized (WINDOWS) {
            if (now < nextSweep) return;
            nextSweep = now + HOUR / SLOTS;
        }
        for (Long key : WINDOWS.keySet()) WINDOWS.computeIfPresent(key, (k, window) -> window.isOver(now) ? null : window);
    }

    private static final class Window {
        private final long seconds;
        private final int[] slots = new int[SLOTS];
        private long newest = Long.MIN_VALUE;

        Window(long seconds) {
            this.seconds = seconds;
        }

        private long slotAt(long now) {
            return Math.floorDiv(now * SLOTS, seconds);
        }

        boolean isOver(long now) {
            return newest != Long.MIN_VALUE && slotAt(now) - newest >= SLOTS;
        }

        long add(int amount, long now) {
            // Another thread may have come here a moment later, and gone first.
            long slot = Math.max(slotAt(now), newest);
            long skipped = newest == Long.MIN_VALUE ? 0 : Math.min(slot - newest, SLOTS);
            for (long i = 0; i < skipped; i++) slots[(int) Math.floorMod(slot - i, (long) SLOTS)] = 0;
            newest = slot;
            slots[(int) Math.floorMod(slot, (long) SLOTS)] += amount;
            long sum = 0;
            for (int count : slots) sum += count;
            return sum;
        }
    }

    private Sightings() {}
}
