package org.linkgate.host;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.WebApplicationException;
import org.jboss.logging.Logger;
import org.keycloak.authentication.AuthenticationFlowException;
import org.keycloak.common.Version;

/** Calls functions of the one script that all threads share. */
final class Scripts {
    private static final Logger LOG = Logger.getLogger("org.linkgate");
    /** The class that the build compiled the script to. */
    private static final String CODE = "org.linkgate.script.Linkgate";
    /** The script's table of functions: kind, id, function. */
    private static final String TABLE = "linkgate";
    static final String SERVER = "server";
    /** For kinds with a single instance. */
    static final String ID = "linkgate";
    private static Scripts instance;

    /** A script failed; the log has the reason. */
    static final class Failure extends RuntimeException {
        Failure(Throwable cause) {
            super(cause);
        }
    }

    private final Engine engine;

    /** The server's scripts, evaluated when the first provider starts. A script that can't be evaluated aborts the start. */
    static synchronized Scripts get() {
        if (instance == null) instance = new Scripts();
        return instance;
    }

    private Scripts() {
        try {
            engine = new Engine(CODE, new ObjectMapper().convertValue(Declarations.ALL.get("constants"), new TypeReference<>() {}));
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException("Linkgate: the script can't be evaluated: " + Positions.describe(e), e);
        }
        call(SERVER, ID, "start", Compatibility.tested(), Version.VERSION, Compatibility.warning());
    }

    /** Aborts the start with one clear line if the scripts don't match the database. */
    void requireCompatible(String function, Object... args) {
        Object rejection = call(SERVER, ID, function, args);
        if (rejection != null) throw new IllegalStateException("Linkgate: " + rejection);
    }

    /** Aborts the start with one clear line if the script declares a provider but doesn't define one of its functions. Where Linkgate isn't served, nothing is required. */
    static void require(String kind, String id, String... functions) {
        if (!Compatibility.isServed()) return;
        for (String function : functions)
            if (get().engine.function(TABLE, kind, id, function) == null)
                throw new IllegalStateException("Linkgate: the script declares " + kind + " \"" + id + "\" but does not define its " + function);
    }

    /** Calls a function of a provider. */
    Object call(String kind, String id, String function, Object... args) {
        try {
            return engine.call(engine.function(TABLE, kind, id, function), args);
        } catch (WebApplicationException | AuthenticationFlowException | Failure e) {
            // A Keycloak exception thrown by a script is a response, not a failure.
            throw e;
        } catch (RuntimeException e) {
            LOG.errorf(Positions.rewrite(e), "%s \"%s\" failed in its %s", kind, id, function);
            throw new Failure(e);
        }
    }

    /** The declared response for failed scripts. */
    static JsonNode responseTo(Failure e) {
        return Declarations.ALL.get("responses").get(isOutage(e.getCause()) ? "overload" : "failure");
    }

    private static boolean isOutage(Throwable cause) {
        try {
            return Boolean.TRUE.equals(get().call(ScriptRequestFilter.KIND, ID, "isOutage", cause));
        } catch (Failure e) {
            return false;
        }
    }
}
