import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.linkgate.host.Counters;

/** Drives the host's counters without a server, and prints what it saw as one line of JSON. */
final class CountersProbe {
    private static final long LIMIT = 100;
    private static final long WINDOW_SECONDS = 3600;
    private static final int CALLERS = 1_000_000;
    private static final int THREADS = 8;
    private static final int CALLS_PER_THREAD = 5000;

    public static void main(String[] args) throws InterruptedException {
        long before = heapBytes();
        for (int i = 0; i < LIMIT; i++) Counters.take("busy", LIMIT, WINDOW_SECONDS);
        long granted = 0;
        for (int i = 0; i < CALLERS; i++) if (Counters.take("caller " + i, LIMIT, WINDOW_SECONDS).granted()) granted++;
        System.out.printf("{\"grantedToNewCallers\":%d,\"busyGranted\":%b,\"heapBytes\":%d,\"parallelGranted\":%d}%n", granted,
            Counters.take("busy", LIMIT, WINDOW_SECONDS).granted(), heapBytes() - before, parallelGranted());
    }

    private static long parallelGranted() throws InterruptedException {
        AtomicLong granted = new AtomicLong();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++)
            threads.submit(() -> {
                start.await();
                for (int call = 0; call < CALLS_PER_THREAD; call++)
                    if (Counters.take("shared", LIMIT, 7200).granted()) granted.incrementAndGet();
                return null;
            });
        start.countDown();
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        return granted.get();
    }

    private static long heapBytes() {
        for (int i = 0; i < 3; i++) System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
