import java.util.Arrays;
import org.linkgate.host.Sightings;

/** Drives what a node has seen of requests for emails, without a server, and prints it as one line of JSON. */
final class SightingsProbe {
    private static final long HOUR = 3600;
    private static final int CROWD = 400_000;
    /** Later than what the crowd left. */
    private static final long LATER = 10 * HOUR;

    public static void main(String[] args) {
        long[] first = see("one", "192.0.2.1", "ada", 0);
        long[] again = see("one", "192.0.2.1", "ada", 1);
        long[] neighbour = see("one", "192.0.2.2", "ada", 2);
        long[] elsewhere = see("one", "198.51.100.1", "ada", 3);
        Sightings.seeUnknown("one", 3);
        long[] backend = Sightings.see("one", "192.0.2.1", "192.0.2.0/24", "", HOUR, 4);
        long[] other = see("two", "192.0.2.1", "ada", 5);
        long[] exempt = Sightings.see("three", "", "", "ada", 1, 6);
        long[] nearly = see("one", "192.0.2.1", "ada", HOUR - HOUR / 12);
        long[] over = see("one", "192.0.2.1", "ada", 2 * HOUR);
        long[] shortly = Sightings.see("four", "192.0.2.1", "192.0.2.0/24", "ada", 60, 2 * HOUR);
        long[] after = Sightings.see("four", "192.0.2.1", "192.0.2.0/24", "ada", 60, 2 * HOUR + 60);
        long before = heapBytes();
        for (int i = 0; i < CROWD; i++) see("crowd", i + ".1", "address " + i, 3 * HOUR);
        long full = heapBytes() - before;
        long[] known = see("crowd", "0.1", "address 0", 3 * HOUR);
        see("crowd", "0.1", "address 0", LATER);
        long later = heapBytes() - before;
        System.out.printf("{\"seen\":%s,\"heapBytes\":%d,\"heapBytesLater\":%d}%n",
            Arrays.deepToString(new long[][] {first, again, neighbour, elsewhere, backend, other, exempt, nearly, over, shortly, after, known}), full, later);
    }

    private static long[] see(String realm, String caller, String typed, long at) {
        return Sightings.see(realm, caller, caller.replaceFirst("\\.\\d+$", ".0/24"), typed, HOUR, at);
    }

    private static long heapBytes() {
        for (int i = 0; i < 3; i++) System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
