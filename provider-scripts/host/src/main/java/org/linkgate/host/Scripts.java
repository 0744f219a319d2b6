package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptException;
import org.jboss.logging.Logger;
import org.keycloak.authentication.AuthenticationFlowException;
import org.keycloak.common.Version;
import org.openjdk.nashorn.api.scripting.JSObject;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;

/**
 * Calls functions of the bundled script. Each slot of the pool is an engine of its own with the script evaluated in it, and serves one
 * thread at a time; the slot used last is used next. A call made while a script of the same thread is running stays in its slot.
 */
final class Scripts {
    private static final Logger LOG = Logger.getLogger("org.linkgate");
    private static final String FILE = "linkgate.js";
    static final String SERVER = "server";
    static final String SERVER_ID = "linkgate";
    private static Scripts instance;

    /** No slot was free in time. */
    static final class Overload extends ServiceUnavailableException {}

    /** A script failed; the log has the reason. */
    static final class Failure extends RuntimeException {
        Failure(Throwable cause) {
            super(cause);
        }
    }

    private final String source;
    private final LinkedBlockingDeque<JSObject> free = new LinkedBlockingDeque<>();
    private final ThreadLocal<JSObject> mine = new ThreadLocal<>();

    /** The scripts of this server, compiled by whichever provider starts first. A script that doesn't compile ends the start. */
    static synchronized Scripts get() {
        if (instance == null) instance = new Scripts();
        return instance;
    }

    private Scripts() {
        try (InputStream in = Scripts.class.getResourceAsStream("/linkgate/" + FILE)) {
            source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("Linkgate: the JAR has no script", e);
        }
        JSObject first = evaluate();
        checkServer(first);
        for (int i = 0; i < setting("warmUpCalls"); i++) ((JSObject) first.getMember("warmUp")).call(null);
        free.addFirst(first);
        Thread more = new Thread(() -> {
            for (long i = 1; i < setting("slotsPerCore") * Runtime.getRuntime().availableProcessors(); i++) free.addLast(evaluate());
        }, "linkgate-slots");
        more.setDaemon(true);
        more.start();
    }

    /** Ends the start with one clear line where the scripts don't fit this Keycloak. */
    private static void checkServer(JSObject slot) {
        Object refusal = function(slot, SERVER, SERVER_ID, "check")
            .call(null, Declarations.ALL.get("keycloak").asText(), Version.VERSION);
        if (refusal != null) throw new IllegalStateException("Linkgate: " + refusal);
    }

    private static long setting(String name) {
        return Declarations.ALL.get("runtime").get(name).asLong();
    }

    private JSObject evaluate() {
        ScriptEngine engine = new NashornScriptEngineFactory()
            .getScriptEngine(new String[] {"--language=es6"}, Scripts.class.getClassLoader());
        engine.getContext().setAttribute(ScriptEngine.FILENAME, FILE, ScriptContext.ENGINE_SCOPE);
        try {
            engine.eval(source);
            return (JSObject) engine.get("linkgate");
        } catch (ScriptException e) {
            throw new IllegalStateException("Linkgate: the script does not compile: " + Positions.describe(e));
        }
    }

    /** Ends the start with one clear line when the script declares a provider and doesn't define one of its functions. */
    void require(String kind, String id, String... functions) {
        JSObject slot = free.peekFirst();
        if (slot == null) slot = evaluate();
        for (String function : functions)
            if (function(slot, kind, id, function) == null)
                throw new IllegalStateException("Linkgate: the script declares " + kind + " \"" + id + "\" but does not define its " + function);
    }

    private static JSObject function(JSObject slot, String kind, String id, String function) {
        JSObject found = slot;
        for (String name : new String[] {kind, id, function}) {
            if (!(found.getMember(name) instanceof JSObject next)) return null;
            found = next;
        }
        return found.isFunction() ? found : null;
    }

    /** Lets a request in, or throws `Overload`: what comes first in a request, when nothing has been done for it. */
    Object admit(String kind, String id, String function, Object... args) {
        return call(setting("slotWaitMillis"), kind, id, function, args);
    }

    /** Calls a function for a request that was let in: it may have used a link or a code already, so it waits longer for a slot. */
    Object call(String kind, String id, String function, Object... args) {
        return call(setting("admittedSlotWaitMillis"), kind, id, function, args);
    }

    private Object call(long waitMillis, String kind, String id, String function, Object[] args) {
        JSObject slot = mine.get();
        if (slot != null) return invoke(slot, kind, id, function, args);
        slot = take(waitMillis);
        mine.set(slot);
        try {
            return invoke(slot, kind, id, function, args);
        } finally {
            mine.remove();
            free.addFirst(slot);
        }
    }

    private JSObject take(long waitMillis) {
        try {
            JSObject slot = free.pollFirst(waitMillis, TimeUnit.MILLISECONDS);
            if (slot != null) return slot;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Overload();
    }

    private static Object invoke(JSObject slot, String kind, String id, String function, Object[] args) {
        try {
            return function(slot, kind, id, function).call(null, args);
        } catch (WebApplicationException | AuthenticationFlowException | Failure e) {
            throw e;
        } catch (RuntimeException e) {
            // What a script throws of Keycloak's own is an answer, not a failure.
            if (e.getCause() instanceof WebApplicationException answer) throw answer;
            LOG.errorf(Positions.rewrite(e), "%s \"%s\" failed in its %s", kind, id, function);
            throw new Failure(e);
        }
    }

    /** What the scripts declare as the answer when no script can give one. */
    static JsonNode answer(RuntimeException e) {
        return Declarations.ALL.get("answers").get(e instanceof Overload || isOutage(e.getCause()) ? "overload" : "failure");
    }

    private static boolean isOutage(Throwable cause) {
        try {
            return Boolean.TRUE.equals(get().admit(ScriptRequestFilter.KIND, ScriptRequestFilter.ID, "isOutage", cause));
        } catch (Overload | Failure e) {
            return false;
        }
    }
}
