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
    /**
     * The outcome of an email.
     *
     * @param outcome `sent`, `failed`, `late` (it may have been sent: the deadline passed, or the connection ended) or `busy` (it wouldn't have been
     *     sent in time)
     * @param response the last command and the codes of its response, as far as they may be logged; empty if there was none
     * @param exceptions the classes of the exception and its causes, each followed by a space, the deepest one last
     * @param begun whether part of the message may have been sent
     */
    public record Result(String outcome, String response, String exceptions, boolean begun) {}
    /** Sends an email, in a separate session that has the realm and no transaction. */
    public interface Delivery { void by(KeycloakSession own) throws Exception; }

    /** Aborts writes that take too long, and closes unused connections. */
    public static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, Mailer::daemon);
    /** Threads for emails, and for the scripts' background work. */
    public static final ExecutorService THREADS = Executors.newCachedThreadPool(Mailer::daemon);
    private static final long TRUSTED_NANOS =
        TimeUnit.SECONDS.toNanos(Declarations.ALL.get("runtime").get("mailConnectionTrustedSeconds").asLong());

    static {
        TIMER.setRemoveOnCancelPolicy(true);
    }

    final MailServer server;
    private final BodyGate gate = new BodyGate();
    private volatile boolean delivered;
    /** Whether the connection ended before the mail server accepted or rejected the email. */
    private volatile boolean maybeSent;
    /** The last connection that was used. */
    private volatile MailConnection connection;
    /** Of a connection that failed, before it is used for anything else; null otherwise. */
    private volatile String response;

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
     */
    public static Result send(KeycloakSession session, MailServer server, String authenticator, MimeMessage message, boolean withheld,
            long deadlineMillis) {
        Mailer mailer = new Mailer(server);
        var signIn = authenticator(session, authenticator);
        return mailer.send(session, own -> mailer.deliver(own, signIn, message, withheld), deadlineMillis);
    }

    /** Opens a connection to the mail server and authenticates to it, as for an email, and closes it. */
    public static Result connect(KeycloakSession session, MailServer server, String authenticator, long deadlineMillis) {
        Mailer mailer = new Mailer(server);
        var signIn = authenticator(session, authenticator);
        return mailer.send(session, own -> {
            MailConnection opened = mailer.open(own, signIn);
            THREADS.submit(opened::quit);
        }, deadlineMillis);
    }

    private static EmailAuthenticator authenticator(KeycloakSession session, String name) {
        var senders = (DefaultEmailSenderProviderFactory) session.getKeycloakSessionFactory().getProviderFactory(EmailSenderProvider.class, "default");
        return senders.getEmailAuthenticators().get(EmailAuthenticator.AuthenticatorType.valueOf(name));
    }

    /** Sends by other means. As these can't withhold an email, a withheld one only takes the time of a recent one. */
    public static Result sendBy(KeycloakSession session, MailServer server, Delivery delivery, boolean withheld, long deadlineMillis) {
        return new Mailer(server).send(session, withheld ? own -> TimeUnit.NANOSECONDS.sleep(server.averageNanos) : delivery, deadlineMillis);
    }

    private Result send(KeycloakSession session, Delivery delivery, long deadlineMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
        var realm = session.getContext().getRealm();
        var factory = session.getKeycloakSessionFactory();
        if (!MailQueue.awaitPlace(this, deadlineMillis)) return new Result("busy", "", "", false);
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
            return new Result("sent", "", "", true);
        } catch (ExecutionException e) {
            return new Result(maybeSent ? "late" : "failed", lastResponse(), exceptions(e), gate.isPassed());
        } catch (TimeoutException | InterruptedException e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            // This closes the connection: an email sent now would carry an invalid link. It may have been sent just before.
            String last = lastResponse();
            boolean begun = gate.close();
            if (!sending.cancel(true) && delivered) return new Result("sent", "", "", true);
            // A task that is cancelled before it starts releases nothing.
            if (!taken.getAndSet(true)) MailQueue.release(server, 0);
            return new Result("late", last, exceptions(e), begun);
        }
    }

    private String lastResponse() {
        MailConnection last = connection;
        return response != null ? response : last == null ? "" : last.lastResponse();
    }

    /** Never the texts of the exceptions, which may contain the address. */
    private static String exceptions(Exception e) {
        StringBuilder classes = new StringBuilder();
        // The cause of a MessagingException is its next one; a cycle ends at ten.
        Throwable reason = e instanceof ExecutionException ? e.getCause() : e;
        for (int depth = 0; reason != null && depth < 10; reason = reason.getCause(), depth++)
            classes.append(reason.getClass().getName()).append(' ');
        return classes.toString();
    }

    private void deliver(KeycloakSession own, EmailAuthenticator signIn, MimeMessage message, boolean withheld) throws MessagingException, EmailException {
        MailConnection idle = MailServer.takeIdle(server);
        if (idle != null && sendOver(idle, message, withheld)) return;
        sendOver(open(own, signIn), message, withheld);
    }

    private MailConnection open(KeycloakSession own, EmailAuthenticator signIn) throws EmailException {
        // Keycloak would send the reference itself as the password.
        String password = server.settings.get("password");
        if ("true".equals(server.settings.get("auth")) && Secrets.isReference(password)) Secrets.of(own, password);
        MailConnection fresh = new MailConnection(server);
        connection = fresh;
        signIn.connect(own, server.settings, fresh);
        return fresh;
    }

    /** Returns false if the connection had ended meanwhile. */
    private boolean sendOver(MailConnection to, MimeMessage message, boolean withheld) throws MessagingException {
        boolean reused = to.emails > 0;
        connection = to;
        if (reused && System.nanoTime() - to.usedAt > TRUSTED_NANOS && !to.isConnected()) return false;
        boolean sent = false;
        try {
            to.send(message, withheld, gate);
            sent = true;
        } catch (MessagingException e) {
            maybeSent = to.bodyStarted && to.wasClosed(e);
            if (reused && !maybeSent && to.wasClosed(e) && gate.reopen()) return false;
            // Before the connection is closed, with another command.
            response = to.lastResponse();
            throw e;
        } finally {
            if (sent) MailServer.release(to);
            else THREADS.submit(to::quit);
        }
        return true;
    }
}
