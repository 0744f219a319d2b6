import org.linkgate.host.Engine;

/** Evaluates a script of tests in the plugin's engine, and prints the result of its `outcomes`. */
public final class RunTests {
    public static void main(String[] args) {
        Engine engine = new Engine(args[0]);
        System.out.println(engine.call(engine.function("linkgate", "outcomes")));
    }
}
