import java.util.List;
import java.util.Map;
import org.linkgate.host.Engine;

/** Evaluates a script of tests in the plugin's engine, and prints the result of its `outcomes`. */
public final class RunTests {
    /** For the tests of constant methods: a method whose calls can be counted. */
    private static final Map<String, List<String>> CONSTANTS = Map.of("java.util.concurrent.atomic.AtomicInteger", List.of("addAndGet", "incrementAndGet", "!set"));

    public static void main(String[] args) {
        Engine engine = new Engine(args[0], CONSTANTS);
        System.out.println(engine.call(engine.function("linkgate", "outcomes")));
    }
}
