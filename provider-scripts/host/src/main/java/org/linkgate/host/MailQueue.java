package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Schedules emails. Emails being sent and emails waiting are bounded per node. A mail server gets places to send, and a realm places to wait, in
 * proportion to the free ones, and all servers of a realm leave some to others: hanging mail servers don't block other realms. A waiting email is rejected once the mail server's pace shows that it wouldn't be sent
 * in time.
 */
public final class MailQueue {
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    private static final int PLACES = share("emailShareOfHttpThreads");
    private static final int PLACES_OF_REALM = Math.max(1, (int) (PLACES * RUNTIME.get("emailShareOfRealm").asDouble()));
    private static final int WAITING_PLACES = share("waitingEmailShareOfHttpThreads");
    /** The number, for a gauge. */
    public static final List<Mailer> WAITING = new ArrayList<>();
    /** Emails being sent, in all and by realm. */
    private static int sending;
    private static final Map<String, Integer> SENDING = new HashMap<>();

    private static int share(String name) {
        int threads = ConfigProvider.getConfig().getOptionalValue("quarkus.thread-pool.max-threads", Integer.class)
            .orElse(RUNTIME.get("httpThreadsIfUnknown").asInt());
        return Math.max(1, (int) (threads * RUNTIME.get(name).asDouble()));
    }

    /** Whether a new email would be rejected: no place to send or wait is left, or it wouldn't be sent in time. */
    public static synchronized boolean wouldReject(MailServer server, long deadlineMillis) {
        if (mayStart(server)) return false;
        long places = RUNTIME.get("waitingEmailsPerFreePlace").asInt() * (WAITING_PLACES - WAITING.size());
        return WAITING.stream().filter(email -> email.server.realm().equals(server.realm())).count() >= places
            || maxWaitNanos(server, waiting(server, WAITING), System.nanoTime(), deadlineMillis) <= 0;
    }

    private static boolean mayStart(MailServer server) {
        return server.sending < PLACES - sending && SENDING.getOrDefault(server.realm(), 0) < PLACES_OF_REALM;
    }

    /** Waits for a place to send, which the caller must release; false on timeout. */
    static synchronized boolean awaitPlace(Mailer email, long deadlineMillis) {
        if (wouldReject(email.server, deadlineMillis)) return false;
        long enteredAt = System.nanoTime();
        WAITING.add(email);
        next();
        try {
            for (long left = 1; left > 0 && WAITING.contains(email); TimeUnit.NANOSECONDS.timedWait(MailQueue.class, left))
                left = maxWaitNanos(email.server, waiting(email.server, WAITING.subList(0, WAITING.indexOf(email))), enteredAt, deadlineMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !WAITING.remove(email);
    }

    static synchronized void release(MailServer server, long tookNanos) {
        sending--;
        server.sending--;
        SENDING.computeIfPresent(server.realm(), (realm, own) -> own == 1 ? null : own - 1);
        server.averageNanos += (tookNanos - server.averageNanos) / 4;
        next();
    }

    /** Assigns places to the waiting emails whose servers have the fewest, in order of arrival. */
    private static void next() {
        for (Mailer next = null; ; next = null) {
            for (Mailer email : WAITING)
                if (mayStart(email.server) && (next == null || email.server.sending < next.server.sending)) next = email;
            if (next == null) break;
            WAITING.remove(next);
            next.server.sending++;
            next.server.lastStarted = System.nanoTime();
            SENDING.merge(next.server.realm(), 1, Integer::sum);
            sending++;
        }
        MailQueue.class.notifyAll();
    }

    private static long waiting(MailServer server, List<Mailer> among) {
        return among.stream().filter(email -> email.server == server).count();
    }

    /** Returns how long waiting is worthwhile: until the emails being sent, and those ahead in the queue, can no longer finish in time at the current pace. */
    private static long maxWaitNanos(MailServer server, long ahead, long enteredAt, long deadlineMillis) {
        long started = server.sending > 0 ? server.lastStarted : enteredAt;
        long forEach = (enteredAt + TimeUnit.MILLISECONDS.toNanos(deadlineMillis) - started) / (ahead / Math.max(1, server.sending) + 2);
        return server.averageNanos > forEach ? 0 : started + forEach - System.nanoTime();
    }
}
