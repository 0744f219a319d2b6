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

/** One of a realm's mail servers as configured, with its idle connections; or an email service, whose emails are queued like others. */
public final class MailServer {
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(RUNTIME.get("mailConnectionIdleSeconds").asLong());
    /** By realm and route, the most recently used last. */
    private static final Map<Key, MailServer> SERVERS = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, MailServer> eldest) {
            return size() > RUNTIME.get("keptMailServers").asInt();
        }
    };
    /** The most recently used first. */
    private static final Deque<MailConnection> IDLE = new ArrayDeque<>();

    static {
        Mailer.TIMER.scheduleWithFixedDelay(() -> closeIdle(idle -> System.nanoTime() - idle.usedAt > IDLE_NANOS), 1, 1, TimeUnit.SECONDS);
    }

    /** A realm's ID, and the name of one of its routes; empty for the realm's own mail server. */
    private record Key(String realm, String route) {}

    final Session session;
    final Map<String, String> settings;
    /** State for `MailQueue`: emails being sent, when the last of them started, how long one takes on average (weighted to the latest). */
    int sending;
    long lastStarted;
    long averageNanos;
    private final Key key;

    private MailServer(Key key, Map<String, String> settings, Properties properties) {
        this.key = key;
        this.settings = settings;
        session = Session.getInstance(properties);
    }

    /** Returns the mail server of a realm and route; `properties` are for a new session. If the settings have changed, closes its idle connections. */
    public static synchronized MailServer of(String realm, String route, Map<String, String> settings, Properties properties) {
        Key key = new Key(realm, route);
        MailServer known = SERVERS.get(key);
        if (known != null && known.settings.equals(settings) && known.session.getProperties().equals(properties)) return known;
        closeIdle(idle -> idle.server == known);
        MailServer created = new MailServer(key, Map.copyOf(settings), properties);
        SERVERS.put(key, created);
        return created;
    }

    /** The ID of the realm whose emails it gets. */
    String realm() {
        return key.realm;
    }

    /** Takes an idle connection; null if there is none. */
    static synchronized MailConnection takeIdle(MailServer server) {
        for (MailConnection idle : IDLE) if (idle.server == server && IDLE.remove(idle)) return idle;
        return null;
    }

    /** Keeps a connection for reuse; closes it if it has sent enough emails or its `MailServer` was replaced or dropped, and the least recently used one if too many are idle. */
    static synchronized void release(MailConnection used) {
        IDLE.addFirst(used);
        boolean isSpent = used.emails >= RUNTIME.get("emailsPerConnection").asInt() || SERVERS.get(used.server.key) != used.server;
        MailConnection last = IDLE.size() > RUNTIME.get("keptMailConnections").asInt() ? IDLE.getLast() : null;
        closeIdle(idle -> idle == last || isSpent && idle == used);
    }

    private static synchronized void closeIdle(Predicate<MailConnection> condition) {
        IDLE.removeIf(idle -> {
            boolean isClosed = condition.test(idle);
            if (isClosed) Mailer.THREADS.submit(idle::quit);
            return isClosed;
        });
    }
}
