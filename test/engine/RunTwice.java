import org.linkgate.host.Engine;

/** Evaluates a script in two engines, one after the other, and prints what its function `values` returns there, which gets the number of engines: a line each. */
public final class RunTwice {
    public static void main(String[] args) {
        Engine first = new Engine(args[0]);
        print(1, first, first);
        Engine second = new Engine(args[0]);
        print(2, second, first, second, first);
    }

    private static void print(int engines, Engine... called) {
        for (Engine engine : called) System.out.println(engine.call(engine.function("values"), engines));
    }
}
