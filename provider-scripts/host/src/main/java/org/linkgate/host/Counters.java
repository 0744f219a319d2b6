package org.linkgate.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts calls by key over sliding windows, in memory that doesn't grow with the number of keys: a key's place is a salted hash, and keys
 * that meet in a place share its count. So a key may get less than its limit, never more.
 */
public final class Counters {
    /** Whether a call is granted, how many are left, and the seconds until the next one is, or until the window is free again. */
    public record Count(boolean granted, long remaining, long resetSeconds) {}

    private static final int PLACES = Declarations.ALL.get("runtime").get("counterPlaces").asInt();
    /** A window is counted in so many parts; the part that is running comes on top, so no more than the limit fits into any window. */
    private static final int PARTS = Declarations.ALL.get("runtime").get("counterParts").asInt();
    private static final byte[] SALT = new SecureRandom().generateSeed(16);
    private static final Map<Long, AtomicReferenceArray<Place>> BY_WINDOW = new ConcurrentHashMap<>();

    private Counters() {}

    /** Counts a call unless it is one too many. */
    public static Count take(String key, long limit, long windowSeconds) {
        AtomicReferenceArray<Place> places = BY_WINDOW.computeIfAbsent(windowSeconds, seconds -> new AtomicReferenceArray<>(PLACES));
        int index = Math.floorMod(hash(key), PLACES);
        Place place = places.get(index);
        if (place == null) {
            places.compareAndSet(index, null, new Place());
            place = places.get(index);
        }
        return place.take(limit, TimeUnit.SECONDS.toNanos(windowSeconds) / PARTS);
    }

    private static int hash(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(SALT);
            return ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8))).getInt();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Place {
        private final int[] counts = new int[PARTS + 1];
        private long part;
        private long sum;

        synchronized Count take(long limit, long partNanos) {
            long now = System.nanoTime();
            moveTo(Math.floorDiv(now, partNanos));
            boolean granted = sum < limit;
            if (granted) {
                counts[at(part)]++;
                sum++;
            }
            long remaining = Math.max(0, limit - sum);
            long freeAt = (lastToLeave(limit, remaining) + counts.length) * partNanos;
            return new Count(granted, remaining, 1 + (freeAt - now - 1) / TimeUnit.SECONDS.toNanos(1));
        }

        private void moveTo(long next) {
            for (long i = Math.max(part + 1, next - PARTS); i <= next; i++) {
                sum -= counts[at(i)];
                counts[at(i)] = 0;
            }
            part = next;
        }

        /** The part of the window that must have left before the next call is granted; with calls left, before all of them are. */
        private long lastToLeave(long limit, long remaining) {
            if (remaining > 0) return part;
            long left = sum;
            for (long i = part - PARTS; i < part; i++) {
                left -= counts[at(i)];
                if (left < limit) return i;
            }
            return part;
        }

        private int at(long index) {
            return (int) Math.floorMod(index, (long) counts.length);
        }
    }
}
