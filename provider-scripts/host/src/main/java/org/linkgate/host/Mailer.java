package org.linkgate.host;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.keycloak.email.DefaultEmailSenderProviderFactory;
import org.keycloak.email.EmailAuthenticator;
import org.keycloak.email.EmailException;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Sends finished messages, signing in at the mail server as Keycloak does, bounded in number, each within one deadline. */
public final class Mailer {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "linkgate-mail");
        thread.setDaemon(true);
        return thread;
    });
    private static final Semaphore IN_FLIGHT = new Semaphore(Math.max(1, (int) (httpThreads()
        * Declarations.ALL.get("runtime").get("mailShareOfHttpThreads").asDouble())));

    private static final Logger LOG = Logger.getLogger("org.linkgate");

    private Mailer() {}

    private static int httpThreads() {
        return ConfigProvider.getConfig().getOptionalValue("quarkus.thread-pool.max-threads", Integer.class)
            .orElse(Declarations.ALL.get("runtime").get("httpThreadsIfUnknown").asInt());
    }

    /** `sent`, `failed`, `late` (the deadline passed) or `busy` (too many are in flight). `authenticator` names one of Keycloak's. */
    public static String send(KeycloakSession session, MimeMessage message, Map<String, String> smtp, String authenticator, long deadlineMillis) {
        if (!IN_FLIGHT.tryAcquire()) return "busy";
        KeycloakSessionFactory factory = session.getKeycloakSessionFactory();
        String realm = session.getContext().getRealm().getId();
        Map<String, String> settings = Map.copyOf(smtp);
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            try {
                KeycloakModelUtils.runJobInTransaction(factory, own -> deliver(own, realm, message, settings, authenticator));
            } finally {
                IN_FLIGHT.release();
            }
        }, THREADS);
        try {
            sending.get(deadlineMillis, TimeUnit.MILLISECONDS);
            return "sent";
        } catch (TimeoutException e) {
            return "late";
        } catch (ExecutionException e) {
            Throwable reason = e;
            while (reason.getCause() != null) reason = reason.getCause();
            // Its text may name the address.
            LOG.warnf("a mail was not sent: %s", reason.getClass().getName());
            return "failed";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "late";
        }
    }

    private static void deliver(KeycloakSession session, String realm, MimeMessage message, Map<String, String> smtp, String authenticator) {
        session.getContext().setRealm(session.realms().getRealm(realm));
        var senders = (DefaultEmailSenderProviderFactory) session.getKeycloakSessionFactory().getProviderFactory(EmailSenderProvider.class, "default");
        var login = senders.getEmailAuthenticators().get(EmailAuthenticator.AuthenticatorType.valueOf(authenticator));
        try (Transport transport = message.getSession().getTransport("smtp")) {
            login.connect(session, smtp, transport);
            transport.sendMessage(message, message.getAllRecipients());
        } catch (EmailException | MessagingException e) {
            throw new IllegalStateException(e);
        }
    }
}
