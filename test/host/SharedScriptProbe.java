import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Has threads run one script at once, each with values of its own, and counts the responses that differ from those of a single thread: in
 * one long-lived engine, and in fresh engines, loaded again, whose first calls all arrive at the same moment.
 *
 * Arguments: the plugin's JAR, the folder of the compiled script, its class, calls, engines.
 */
final class SharedScriptProbe {
    private static final int THREADS = 64;

    public static void main(String[] args) throws Exception {
        URL[] path = {new File(args[0]).toURI().toURL(), new File(args[1] + "/").toURI().toURL()};
        String name = args[2];
        int callsPerThread = Integer.parseInt(args[3]) / THREADS;
        int engines = Integer.parseInt(args[4]);

        List<String> alone = new ArrayList<>();
        long different = inThreads(pool -> {
            Script script = new Script(path, name);
            for (int caller = 0; caller < THREADS; caller++) alone.add(script.work(caller));
            return together(pool, script, alone, callsPerThread);
        });
        long atFirst = 0;
        for (int i = 0; i < engines; i++) atFirst += inThreads(pool -> together(pool, new Script(path, name), alone, 1));
        System.out.printf("{\"different\":%d,\"differentAtFirst\":%d,\"distinct\":%d}%n", different, atFirst, alone.stream().distinct().count());
    }

    /** Works with an engine in separate threads, which end with it: any failure ends the program. */
    private static long inThreads(Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            return pool.submit(() -> work.with(pool)).get();
        } finally {
            pool.shutdown();
        }
    }

    private interface Work {
        long with(ExecutorService pool) throws Exception;
    }

    private static long together(ExecutorService pool, Script script, List<String> alone, int calls) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<Long>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int caller = i;
            threads.add(pool.submit(() -> {
                start.await();
                long different = 0;
                for (int call = 0; call < calls; call++) if (!alone.get(caller).equals(script.work(caller))) different++;
                return different;
            }));
        }
        long sum = 0;
        for (Future<Long> thread : threads) sum += thread.get();
        return sum;
    }

    /** The script in a new engine, whose classes no other thread has run. */
    private static final class Script {
        private final Object engine;
        private final Method call;
        private final Object work;

        Script(URL[] path, String name) throws Exception {
            ClassLoader loader = new URLClassLoader(path, SharedScriptProbe.class.getClassLoader());
            // Where the engine looks up its regular expressions.
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> type = Class.forName("org.linkgate.host.Engine", true, loader);
            engine = type.getConstructor(String.class).newInstance(name);
            call = type.getMethod("call", Object.class, Object[].class);
            Method function = type.getMethod("function", String[].class);
            work = function.invoke(engine, (Object) new String[] {"linkgate", "work"});
            call.invoke(engine, function.invoke(engine, (Object) new String[] {"linkgate", "start"}), new Object[] {"1", "1"});
        }

        String work(int caller) throws Exception {
            return (String) call.invoke(engine, work, new Object[] {caller});
        }
    }
}
