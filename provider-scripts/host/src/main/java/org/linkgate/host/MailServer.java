package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.mail.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A realm's mail server as configured, with its idle connections. */
public final class MailServer {
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(RUNTIME.get("mailConnectionIdleSeconds").asLong());
    /** By realm, the most recently used last. */
    private static final Map<String, MailServer> SERVERS = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, MailServer> eldest) {
            return size() > RUNTIME.get("keptMailServers").asInt();
        }
    };
    /** The most recently used first. */
    private static final Deque<MailConnection> KEPT = new ArrayDeque<>();

    static {
        Mailer.TIMER.scheduleWithFixedDelay(() -> end(kept -> System.nanoTime() - kept.usedAt > IDLE_NANOS), 1, 1, TimeUnit.SECONDS);
    }

    final Session session;
    final Map<String, String> settings;
    /** State for `MailQueue`: emails being sent, when the last of them started, how long one has taken recently. */
    int sending;
    long lastBegun;
    long usualNanos;
    private final String realm;

    private MailServer(String realm, Map<String, String> settings, Properties properties) {
        this.realm = realm;
        this.settings = settings;
        session = Session.getInstance(properties);
    }

    /** Returns the realm's mail server; `properties` are for a new session. Closes connections with other settings. */
    public static synchronized MailServer of(String realm, Map<String, String> settings, Properties properties) {
        MailServer known = SERVERS.get(realm);
        if (known != null && known.settings.equals(settings) && known.session.getProperties().equals(properties)) return known;
        end(kept -> kept.server == known);
        MailServer made = new MailServer(realm, Map.copyOf(settings), properties);
        SERVERS.put(realm, made);
        return made;
    }

    /** The session for creating messages. */
    public Session session() {
        return session;
    }

    /** Takes an idle connection; null if there is none. */
    static synchronized MailConnection take(MailServer server) {
        for (MailConnection kept : KEPT) if (kept.server == server && KEPT.remove(kept)) return kept;
        return null;
    }

    /** Returns a connection for reuse, unless it is too old. */
    static synchronized void keep(MailConnection used) {
        KEPT.addFirst(used);
        boolean done = used.emails >= RUNTIME.get("emailsPerConnection").asInt() || SERVERS.get(used.server.realm) != used.server;
        MailConnection last = KEPT.size() > RUNTIME.get("keptMailConnections").asInt() ? KEPT.getLast() : null;
        end(kept -> kept == last || done && kept == used);
    }

    private static synchronized void end(Predicate<MailConnection> which) {
        KEPT.removeIf(kept -> {
            boolean ends = which.test(kept);
            if (ends) Mailer.THREADS.submit(kept::quit);
            return ends;
        });
    }
}
