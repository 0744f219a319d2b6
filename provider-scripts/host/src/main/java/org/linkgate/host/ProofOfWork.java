package org.linkgate.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What proof-of-work challenges are made of: keys that this node derives, at most some a second for each owner, so that who requests challenges
 * can't make it derive keys all the time; beyond that, challenges of the same second share keys. Scripts make and verify the challenges.
 */
public final class ProofOfWork {
    /** The keys that were derived in a second, each with its nonce and salt: in hexadecimal, separated by spaces. */
    private record Batch(long second, List<String> keys) {}

    private static final String MAC = "HmacSHA256";
    private static final HexFormat HEX = HexFormat.of();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 16;

    private static final Map<String, Batch> BATCHES = new HashMap<>();
    /** Realms that had a challenge in this second; beyond that, the oldest batches are forgotten. */
    private static final int OWNERS = 1024;

    /**
     * Returns the nonce, salt and key of a challenge.
     *
     * @param owner who shares keys: a realm, at a difficulty
     * @param counters the key is that of a random counter below this one, which is then forgotten
     * @param perSecond the most keys that are derived in a second for the owner
     */
    public static String take(String owner, int hashesPerKey, int counters, int perSecond) throws GeneralSecurityException {
        return take(owner, hashesPerKey, counters, perSecond, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()));
    }

    /** The same in a second of a clock with an arbitrary origin. */
    public static String take(String owner, int hashesPerKey, int counters, int perSecond, long second) throws GeneralSecurityException {
        synchronized (BATCHES) {
            List<String> keys = batch(owner, second);
            if (keys.size() >= perSecond) return keys.get(RANDOM.nextInt(keys.size()));
        }
        String derived = derive(hashesPerKey, counters);
        synchronized (BATCHES) {
            List<String> keys = batch(owner, second);
            if (keys.size() < perSecond) keys.add(derived);
        }
        return derived;
    }

    /** The keys of the owner in this second; call it while locked. */
    private static List<String> batch(String owner, long second) {
        Batch known = BATCHES.get(owner);
        if (known != null && known.second == second) return known.keys;
        if (BATCHES.size() >= OWNERS) BATCHES.values().removeIf(batch -> batch.second != second);
        Batch fresh = new Batch(second, new ArrayList<>());
        BATCHES.put(owner, fresh);
        return fresh.keys;
    }

    private static String derive(int hashesPerKey, int counters) throws GeneralSecurityException {
        byte[] nonce = random();
        byte[] salt = random();
        byte[] password = ByteBuffer.allocate(NONCE_BYTES + Integer.BYTES).put(nonce).putInt(RANDOM.nextInt(counters)).array();
        return HEX.formatHex(nonce) + " " + HEX.formatHex(salt) + " " + HEX.formatHex(pbkdf2(password, salt, hashesPerKey));
    }

    private static byte[] random() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** One block of PBKDF2 (RFC 8018, section 5.2); Java's own takes passwords of characters only. */
    private static byte[] pbkdf2(byte[] password, byte[] salt, int iterations) throws GeneralSecurityException {
        Mac mac = mac(password);
        mac.update(salt);
        byte[] block = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] key = block.clone();
        for (int i = 1; i < iterations; i++) {
            block = mac.doFinal(block);
            for (int at = 0; at < key.length; at++) key[at] ^= block[at];
        }
        return key;
    }

    /** HMAC-SHA-256 of a text, in hexadecimal. */
    public static String signText(String secret, String text) throws GeneralSecurityException {
        return HEX.formatHex(mac(secret.getBytes(StandardCharsets.UTF_8)).doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** HMAC-SHA-256 of bytes in hexadecimal, in hexadecimal. */
    public static String signBytes(String secret, String hex) throws GeneralSecurityException {
        return HEX.formatHex(mac(secret.getBytes(StandardCharsets.UTF_8)).doFinal(HEX.parseHex(hex)));
    }

    private static Mac mac(byte[] key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(MAC);
        mac.init(new SecretKeySpec(key, MAC));
        return mac;
    }

    private ProofOfWork() {}
}
