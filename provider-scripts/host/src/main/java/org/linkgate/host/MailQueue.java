package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Schedules emails. Emails being sent and emails waiting are bounded per node. A realm gets places for both in proportion to the free ones, so
 * that a hanging mail server doesn't block other realms. A waiting email is rejected once the mail server's pace shows that it wouldn't be sent
 * in time.
 */
public final class MailQueue {
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    private static final int PLACES = share("emailShareOfHttpThreads");
    private static final int WAITING_PLACES = share("waitingEmailShareOfHttpThreads");
    /** The number, for a gauge. */
    public static final List<Mailer> WAITING = new ArrayList<>();
    private static int sending;

    private static int share(String name) {
        int threads = ConfigProvider.getConfig().getOptionalValue("quarkus.thread-pool.max-threads", Integer.class)
            .orElse(RUNTIME.get("httpThreadsIfUnknown").asInt());
        return Math.max(1, (int) (threads * RUNTIME.get(name).asDouble()));
    }

    /** Whether a new email would be rejected: no place to send or wait is left, or it wouldn't be sent in time. */
    public static synchronized boolean wouldReject(MailServer server, long deadlineMillis) {
        long ahead = waiting(server, WAITING), places = RUNTIME.get("waitingEmailsPerFreePlace").asInt() * (WAITING_PLACES - WAITING.size());
        return server.sending >= PLACES - sending && (ahead >= places || maxWaitNanos(server, ahead, System.nanoTime(), deadlineMillis) <= 0);
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
        server.averageNanos += (tookNanos - server.averageNanos) / 4;
        next();
    }

    /** Assigns places to the waiting emails whose servers have the fewest, in order of arrival. */
    private static void next() {
        for (Mailer next = null; ; next = null) {
            for (Mailer email : WAITING)
                if (email.server.sending < PLACES - sending && (next == null || email.server.sending < next.server.sending)) next = email;
            if (next == null) break;
            WAITING.remove(next);
            next.server.sending++;
            next.server.lastStarted = System.nanoTime();
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
