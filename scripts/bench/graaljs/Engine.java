package org.linkgate.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * The host's `Engine` on GraalJS: replaces the Rhino implementation in a JAR that is only measured, never shipped.
 *
 * <p>A context runs one thread at a time, so each concurrent call uses a separate context, in which the script is evaluated again;
 * the contexts share parsed code through one `org.graalvm.polyglot.Engine`. Objects that a request caches must not reach another
 * context while their own is in use, so this engine supports one request at a time and isn't fit for production.
 */
public final class Engine {
    private static final org.graalvm.polyglot.Engine SHARED =
        org.graalvm.polyglot.Engine.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
    /** Replaces the functions of the Rhino bridge that the script calls: catch clauses get Java exceptions anyway, and contexts share no objects to seal. */
    private static final String BRIDGE = """
        Java.caught = function (e) { return e; };
        Java.seal = function () { return undefined; };
        Java.toJava = function (value) {
          var isPlain = typeof value === 'object' && value !== null && !Java.isJavaObject(value);
          if (!isPlain) return value === undefined ? null : value;
          if (Array.isArray(value)) {
            var list = new (Java.type('java.util.ArrayList'))();
            value.forEach(function (item) { list.add(Java.toJava(item)); });
            return list;
          }
          var map = new (Java.type('java.util.LinkedHashMap'))();
          Object.keys(value).forEach(function (name) { map.put(name, Java.toJava(value[name])); });
          return map;
        };
        Java.record = function (map) {
          var record = {};
          map.forEach(function (name, value) { record[name] = value; });
          return record;
        };
        // GraalJS turns `new java.lang.String(…)` into a JavaScript string.
        String.prototype.getBytes = function (charset) {
          var bytes = charset.encode(String(this));
          return Java.type('java.util.Arrays').copyOf(bytes.array(), bytes.limit());
        };
        """;

    /** A context with the evaluated script, and its functions looked up so far. */
    private static final class Evaluated {
        final Context context;
        final Map<String, Value> functions = new HashMap<>();

        Evaluated(Source source) {
            context = Context.newBuilder("js").engine(SHARED).allowHostAccess(HostAccess.ALL).allowHostClassLookup(name -> true)
                .hostClassLoader(Engine.class.getClassLoader()).build();
            context.eval("js", BRIDGE);
            context.eval(source);
        }

        /** The function at a path; null if there is none. */
        Value function(String path) {
            return functions.computeIfAbsent(path, wanted -> {
                String[] names = wanted.split("\n");
                Value found = context.eval("js", names[0]);
                for (int i = 1; i < names.length && found != null; i++) found = found.hasMembers() ? found.getMember(names[i]) : null;
                return found != null && found.canExecute() ? found : null;
            });
        }
    }

    private final Source source;
    private final ConcurrentLinkedDeque<Evaluated> idle = new ConcurrentLinkedDeque<>();
    private final ThreadLocal<Evaluated> current = new ThreadLocal<>();

    /** Evaluates the script of the JAR. This engine calls constant methods each time. */
    public Engine(String name, Map<String, List<String>> constants) {
        try (InputStream in = Engine.class.getResourceAsStream("/linkgate.js")) {
            source = Source.newBuilder("js", new String(in.readAllBytes(), StandardCharsets.UTF_8), "linkgate.js").build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            idle.add(new Evaluated(source));
        } catch (PolyglotException e) {
            throw thrown(e);
        }
    }

    /** The function at a path that starts with a variable of the script; null if there is none. */
    public Object function(String... path) {
        String joined = String.join("\n", path);
        return with(evaluated -> evaluated.function(joined) == null ? null : joined);
    }

    /** Calls a function of the script. */
    public Object call(Object function, Object... args) {
        return with(evaluated -> result(evaluated.function((String) function).execute(args)));
    }

    private Object with(java.util.function.Function<Evaluated, Object> work) {
        Evaluated outer = current.get();
        if (outer != null) return guarded(outer, work);
        Evaluated free = idle.pollFirst();
        Evaluated own = free == null ? new Evaluated(source) : free;
        current.set(own);
        try {
            return guarded(own, work);
        } finally {
            current.remove();
            idle.addFirst(own);
        }
    }

    private static Object guarded(Evaluated evaluated, java.util.function.Function<Evaluated, Object> work) {
        try {
            return work.apply(evaluated);
        } catch (PolyglotException e) {
            throw thrown(e);
        }
    }

    private static Object result(Value value) {
        if (value.isNull()) return null;
        if (value.isString()) return value.asString();
        if (value.isBoolean()) return value.asBoolean();
        if (value.fitsInLong()) return value.asLong();
        if (value.isNumber()) return value.asDouble();
        return value.isHostObject() ? value.asHostObject() : value.as(Object.class);
    }

    private static RuntimeException thrown(PolyglotException failure) {
        return failure.isHostException() && failure.asHostException() instanceof RuntimeException e ? e : failure;
    }
}
