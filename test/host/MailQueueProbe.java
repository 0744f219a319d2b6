import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.linkgate.host.MailQueue;
import org.linkgate.host.MailServer;
import org.linkgate.host.Mailer;

/**
 * Lets a realm's routes hang with as many emails as they get places for, and sends one of another realm. Prints how many emails of each realm are
 * being sent, and how many wait.
 *
 * Arguments: the number of routes, and how many emails each gets.
 */
public class MailQueueProbe {
    private static final long PATIENT = 3_600_000;
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final KeycloakSession SESSION = session();
    private static int submitted;

    public static void main(String[] args) throws Exception {
        AtomicInteger hanging = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        for (int route = 0; route < Integer.parseInt(args[0]); route++)
            for (int email = 0; email < Integer.parseInt(args[1]); email++) submit(server("hanging", "route-" + route), hanging, others);
        int waiting = waiting();
        submit(server("other", ""), others, hanging);
        System.out.printf("{\"hanging\":%d,\"waiting\":%d,\"other\":%d}%n", hanging.get(), waiting, others.get());
        System.exit(0);
    }

    private static MailServer server(String realm, String route) {
        return MailServer.of(realm, route, Map.of(), new Properties());
    }

    /** Sends an email that never ends, and returns once it is being sent, waits or was rejected. */
    private static void submit(MailServer server, AtomicInteger sending, AtomicInteger others) {
        AtomicInteger rejected = new AtomicInteger();
        Thread thread = new Thread(() -> {
            var result = Mailer.sendBy(SESSION, server, own -> {
                sending.incrementAndGet();
                NEVER.await();
            }, false, PATIENT);
            if (result.outcome().equals("busy")) rejected.incrementAndGet();
        });
        thread.setDaemon(true);
        thread.start();
        submitted++;
        while (sending.get() + others.get() + waiting() < submitted && rejected.get() == 0) Thread.onSpinWait();
        if (rejected.get() > 0) submitted--;
    }

    private static int waiting() {
        synchronized (MailQueue.class) {
            return MailQueue.WAITING.size();
        }
    }

    private static KeycloakSession session() {
        KeycloakContext context = proxy(KeycloakContext.class, (self, method, args) -> null);
        KeycloakSession[] own = new KeycloakSession[1];
        KeycloakSessionFactory factory = proxy(KeycloakSessionFactory.class, (self, method, args) -> own[0]);
        own[0] = proxy(KeycloakSession.class, (self, method, args) -> switch (method.getName()) {
            case "getContext" -> context;
            case "getKeycloakSessionFactory" -> factory;
            default -> null;
        });
        return own[0];
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
