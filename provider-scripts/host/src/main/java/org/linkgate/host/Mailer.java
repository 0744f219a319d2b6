package org.linkgate.host;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.keycloak.email.DefaultEmailSenderProviderFactory;
import org.keycloak.email.EmailAuthenticator;
import org.keycloak.email.EmailException;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.models.KeycloakSession;

/**
 * Sends an email within one deadline: over an idle or new connection, authenticating to the mail server as Keycloak does, or by a script's own
 * means.
 */
public final class Mailer {
    /** Sends an email, in a separate session that has the realm and no transaction. */
    public interface Delivery { void by(KeycloakSession own) throws Exception; }

    /** Aborts writes that take too long, and closes unused connections. */
    public static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, Mailer::daemon);
    /** Threads for emails, and for the scripts' background work. */
    public static final ExecutorService THREADS = Executors.newCachedThreadPool(Mailer::daemon);
    private static final Logger LOG = Logger.getLogger("org.linkgate");
    private static final long TRUSTED_NANOS =
        TimeUnit.SECONDS.toNanos(Declarations.ALL.get("runtime").get("mailConnectionTrustedSeconds").asLong());

    static {
        TIMER.setRemoveOnCancelPolicy(true);
    }

    final MailServer server;
    private volatile boolean delivered;
    /** Whether the connection ended before the mail server accepted or rejected the email. */
    private volatile boolean maybeSent;
    /** The failed command and its response, as far as they may be logged. */
    private volatile String response = "";
    private volatile boolean rejected;

    private Mailer(MailServer server) {
        this.server = server;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "linkgate-email");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sends a message to the realm's mail server and waits for the outcome. Uses only data that the session has in memory.
     *
     * @param authenticator the name of Keycloak's authenticator for the mail server
     * @param withheld only sends commands up to the recipient, but not the message
     * @param deadlineMillis for waiting and sending together
     * @return `sent`, `failed`, `rejected` (the mail server permanently rejects this recipient), `late` (it may have been sent: the deadline passed,
     *     or the connection ended) or `busy` (it wouldn't have been sent in time)
     */
    public static String send(KeycloakSession session, MailServer server, String authenticator, MimeMessage message, boolean withheld,
            long deadlineMillis) {
        var senders = (DefaultEmailSenderProviderFactory) session.getKeycloakSessionFactory().getProviderFactory(EmailSenderProvider.class, "default");
        var signIn = senders.getEmailAuthenticators().get(EmailAuthenticator.AuthenticatorType.valueOf(authenticator));
        Mailer mailer = new Mailer(server);
        return mailer.send(session, own -> mailer.deliver(own, signIn, message, withheld), deadlineMillis);
    }

    /** Sends by other means. As these can't withhold an email, a withheld one only takes the time of a recent one. */
    public static String sendBy(KeycloakSession session, MailServer server, Delivery delivery, boolean withheld, long deadlineMillis) {
        return new Mailer(server).send(session, withheld ? own -> TimeUnit.NANOSECONDS.sleep(server.averageNanos) : delivery, deadlineMillis);
    }

    private String send(KeycloakSession session, Delivery delivery, long deadlineMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
        var realm = session.getContext().getRealm();
        var factory = session.getKeycloakSessionFactory();
        if (!MailQueue.awaitPlace(this, deadlineMillis)) return "busy";
        AtomicBoolean taken = new AtomicBoolean();
        Future<?> sending = THREADS.submit(() -> {
            if (taken.getAndSet(true)) return null;
            long started = System.nanoTime();
            // A separate session, since the caller continues when the deadline passes; without a transaction.
            try (KeycloakSession own = factory.create()) {
                Background.prepare(own);
                own.getContext().setRealm(realm);
                delivery.by(own);
                delivered = true;
                return null;
            } finally {
                MailQueue.release(server, System.nanoTime() - started);
            }
        });
        try {
            sending.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            return "sent";
        } catch (ExecutionException e) {
            Throwable reason = e;
            while (reason.getCause() != null) reason = reason.getCause();
            // Its text may contain the address.
            LOG.warnf("an email was not sent: %s%s", reason.getClass().getName(), response);
            return maybeSent ? "late" : rejected ? "rejected" : "failed";
        } catch (TimeoutException | InterruptedException e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            // This closes the connection: an email sent now would carry an invalid link. It may have been sent just before.
            if (!sending.cancel(true) && delivered) return "sent";
            // A task that is cancelled before it starts releases nothing.
            if (!taken.getAndSet(true)) MailQueue.release(server, 0);
            return "late";
        }
    }

    private void deliver(KeycloakSession own, EmailAuthenticator signIn, MimeMessage message, boolean withheld) throws MessagingException, EmailException {
        MailConnection idle = MailServer.takeIdle(server);
        if (idle != null && sendOver(idle, message, withheld)) return;
        MailConnection fresh = new MailConnection(server);
        try {
            signIn.connect(own, server.settings, fresh);
        } catch (EmailException | RuntimeException e) {
            recordResponse(fresh);
            throw e;
        }
        sendOver(fresh, message, withheld);
    }

    /** Runs before the connection is used for anything else. */
    private void recordResponse(MailConnection failed) {
        response = " (" + failed.lastResponse() + ")";
        rejected = failed.rejectedRecipient();
    }

    /** Returns false if the connection had ended meanwhile. */
    private boolean sendOver(MailConnection to, MimeMessage message, boolean withheld) throws MessagingException {
        boolean reused = to.emails > 0;
        if (reused && System.nanoTime() - to.usedAt > TRUSTED_NANOS && !to.isConnected()) return false;
        boolean sent = false;
        try {
            to.send(message, withheld);
            sent = true;
        } catch (MessagingException e) {
            maybeSent = to.bodyStarted && to.wasClosed(e);
            recordResponse(to);
            if (!reused || maybeSent || !to.wasClosed(e)) throw e;
        } finally {
            if (sent) MailServer.release(to);
            else THREADS.submit(to::quit);
        }
        return sent;
    }
}
