package org.linkgate.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The lists of domains in the JAR (`scripts/build/domain-lists.ts`): sorted lines, one array for all threads, read at the first question. */
public final class DomainLists {
    private static final Map<String, String[]> LISTS = new ConcurrentHashMap<>();

    private DomainLists() {}

    /** Whether a list has a line. */
    public static boolean has(String list, String line) {
        return Arrays.binarySearch(linesOf(list), line) >= 0;
    }

    /** How many lines a list has. */
    public static int size(String list) {
        return linesOf(list).length;
    }

    private static String[] linesOf(String list) {
        return LISTS.computeIfAbsent(list, name -> {
            try (InputStream in = DomainLists.class.getResourceAsStream("/linkgate/domains/" + name + ".txt")) {
                return new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
