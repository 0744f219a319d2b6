import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.linkgate.host.Engine;

/**
 * Calls a script with two Keycloak sessions, one of which gets another realm between two calls, and prints what each call returned.
 *
 * Argument: the script's class. Its functions `read` and `note` are called.
 */
final class SessionProbe {
    private static final Map<String, List<String>> CONSTANTS = Map.of(
        KeycloakSession.class.getName(), List.of("getContext"), KeycloakContext.class.getName(), List.of("getContextPath"));

    public static void main(String[] args) {
        Engine engine = new Engine(args[0], CONSTANTS);
        Object read = engine.function("linkgate", "read");
        Object note = engine.function("linkgate", "note");
        AtomicReference<RealmModel> realm = new AtomicReference<>(realm("first"));
        KeycloakSession session = session(realm);
        KeycloakSession other = session(new AtomicReference<>(realm("other")));
        Object noted = engine.call(note, session, "noted");
        Object first = engine.call(read, session);
        realm.set(realm("second"));
        Object second = engine.call(read, session);
        realm.set(null);
        Object none = engine.call(read, session);
        Object others = engine.call(read, other);
        System.out.printf("{\"noted\":\"%s\",\"first\":\"%s\",\"second\":\"%s\",\"none\":\"%s\",\"other\":\"%s\"}%n", noted, first, second, none, others);
    }

    /** A session whose context returns the realm's name and how often it was called, as a constant method's result. */
    private static KeycloakSession session(AtomicReference<RealmModel> realm) {
        Map<Object, Object> attributes = new HashMap<>();
        AtomicInteger calls = new AtomicInteger();
        KeycloakContext context = proxy(KeycloakContext.class, (self, method, args) -> switch (method.getName()) {
            case "getRealm" -> realm.get();
            case "getContextPath" -> (realm.get() == null ? "no realm" : realm.get().getName()) + " " + calls.incrementAndGet();
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return proxy(KeycloakSession.class, (self, method, args) -> switch (method.getName()) {
            case "getContext" -> context;
            case "getAttribute" -> attributes.get(args[0]);
            case "setAttribute" -> attributes.put(args[0], args[1]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static RealmModel realm(String name) {
        return proxy(RealmModel.class, (self, method, args) -> switch (method.getName()) {
            case "getName" -> name;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
