import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.linkgate.host.Counters;
import org.linkgate.host.Counters.Count;
import org.linkgate.host.Unreported;

/** Drives the host's counters without a server, and prints what it saw as one line of JSON. */
final class CountersProbe {
    private static final long LIMIT = 100;
    private static final long MINUTE = 60;
    private static final long SHORT = 2;
    private static final long REPORT_MILLIS = 500;
    private static final int NETWORKS = 4096;
    private static final int CALLERS = 1_000_000;
    private static final int CALLERS_PER_NETWORK = 65_536;
    private static final int THREADS = 8;
    private static final int CALLS_PER_THREAD = 5000;

    public static void main(String[] args) throws InterruptedException {
        System.out.printf("{\"steady\":%s,\"burst\":%s,\"crowd\":%s,\"parallelGranted\":%d,\"alone\":%d,\"nodes\":%s}%n", steady(), burst(), crowd(),
            parallelGranted(), Unreported.take(1).size(), nodes());
    }

    private static Count take(String policy, String caller, long limit, long millis) {
        return Counters.count(policy, caller, caller, limit, MINUTE, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** A hundred calls a minute, evenly, for ten minutes; and next to them twenty of another policy. */
    private static String steady() {
        long rejected = 0;
        long longestReset = 0;
        for (long call = 0; call < 10 * LIMIT; call++) {
            Count count = take("steady", "caller", LIMIT, call * 600);
            Count other = call % 5 == 0 ? take("other", "caller", 20, call * 600) : count;
            if (!count.granted() || !other.granted()) rejected++;
            longestReset = Math.max(longestReset, Math.max(count.resetSeconds(), other.resetSeconds()));
        }
        return String.format("{\"rejected\":%d,\"longestReset\":%d}", rejected, longestReset);
    }

    /** All at once; one that began a moment earlier but arrives later; and again just before and just after a minute is over. */
    private static String burst() {
        for (int i = 0; i < LIMIT; i++) take("burst", "caller", LIMIT, 1000);
        Count early = take("burst", "caller", LIMIT, 999);
        Count late = take("burst", "caller", LIMIT, 1000);
        Count nearly = take("burst", "caller", LIMIT, 60_999);
        Count over = take("burst", "caller", LIMIT, 61_000);
        return String.format("{\"early\":[%b,%d],\"late\":[%b,%d],\"nearly\":[%b,%d],\"over\":[%b,%d]}", early.granted(),
            early.resetSeconds(), late.granted(), late.resetSeconds(), nearly.granted(), nearly.resetSeconds(), over.granted(), over.remaining());
    }

    private static String crowd() {
        long before = heapBytes();
        for (int i = 0; i < LIMIT; i++) take("crowd", "busy", LIMIT, 0);
        long granted = 0;
        for (int i = 0; i < CALLERS; i++)
            if (Counters.count("crowd", "caller " + i, "network " + i / CALLERS_PER_NETWORK, LIMIT, MINUTE, 1).granted()) granted++;
        boolean busy = take("crowd", "busy", LIMIT, 1).granted();
        boolean known = take("crowd", "caller 7", LIMIT, 1).granted();
        boolean elsewhere = take("crowd", "newCaller", LIMIT, 1).granted();
        long heap = heapBytes() - before;
        // All have expired by then, and each call sweeps.
        for (int i = 0; i < CALLERS; i++) take("crowd", "later", LIMIT, 120_000 + i);
        return String.format("{\"granted\":%d,\"busy\":%b,\"known\":%b,\"elsewhere\":%b,\"heapBytes\":%d,\"heapBytesLater\":%d}",
            granted, busy, known, elsewhere, heap, heapBytes() - before);
    }

    private static long parallelGranted() throws InterruptedException {
        AtomicLong granted = new AtomicLong();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++)
            threads.submit(() -> {
                start.await();
                for (int call = 0; call < CALLS_PER_THREAD; call++)
                    if (Counters.count("shared", LIMIT, 7200).granted()) granted.incrementAndGet();
                return null;
            });
        start.countDown();
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        return granted.get();
    }

    /** What a node reports to others and receives from them; this node plays both, under separate limits. */
    private static String nodes() throws InterruptedException {
        Semaphore requested = new Semaphore(0);
        Unreported.reportBy(requested::release);
        for (int i = 0; i < 3 * LIMIT; i++) Counters.count("reported", "caller", "network", LIMIT, MINUTE);
        boolean isRequested = requested.tryAcquire(1, TimeUnit.MINUTES);
        List<Unreported.Calls> reported = Unreported.take(10);
        String caller = reported.get(0).caller();
        boolean isOld = reported.get(0).ageMillis() >= REPORT_MILLIS;

        // The others leave this node one more call; then they exceed the limit, and after that nothing is reported any more.
        Counters.count("received", "caller", "network", LIMIT, SHORT);
        Counters.addReported("received", caller, LIMIT, SHORT, LIMIT - 2, 1500);
        boolean last = Counters.count("received", "caller", "network", LIMIT, SHORT).granted();
        Count none = Counters.count("received", "caller", "network", LIMIT, SHORT);
        Counters.addReported("received", caller, LIMIT, SHORT, LIMIT, 0);
        Counters.addReported("received", caller, LIMIT, SHORT, LIMIT, TimeUnit.SECONDS.toMillis(SHORT));
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * SHORT);
        Count again = none;
        while (!again.granted() && System.nanoTime() < until) again = Counters.count("received", "caller", "network", LIMIT, SHORT);

        Counters.count("full", "busy", "network", LIMIT, MINUTE);
        for (int i = 0; i < CALLERS; i++) Counters.addReported("full", Long.toHexString(0x100000L * (i + 1) + i % NETWORKS), LIMIT, MINUTE, 1, 0);
        boolean known = Counters.count("full", "busy", "network", LIMIT, MINUTE).remaining() == LIMIT - 2;
        boolean newCaller = take("full", "newCaller", LIMIT, TimeUnit.NANOSECONDS.toMillis(System.nanoTime())).granted();
        for (int i = 0; i < CALLERS; i++) Counters.count("crowded", "caller " + i, "network", LIMIT, MINUTE);
        long unreported = 0;
        for (int taken = 1; taken > 0; unreported += taken) taken = Unreported.take(1000).size();
        return String.format("{\"isRequested\":%b,\"reported\":[%d,%d,%b],\"last\":%b,\"none\":[%b,%d],\"again\":[%b,%d],\"known\":%b,\"newCaller\":%b,\"unreported\":%d}",
            isRequested, reported.size(), reported.get(0).calls(), isOld, last, none.granted(), none.resetSeconds(), again.granted(), again.remaining(),
            known, newCaller, unreported);
    }

    private static long heapBytes() {
        for (int i = 0; i < 3; i++) System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
