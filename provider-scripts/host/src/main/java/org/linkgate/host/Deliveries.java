package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.Configurable;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.keycloak.connections.httpclient.HttpClientProvider;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;

/**
 * Sends requests to URLs that third parties control, on separate threads: bounded in number, each within a deadline, without a session or a
 * database connection. A recipient gets places in proportion to the free ones, so that hanging recipients don't block others.
 */
public final class Deliveries {
    /** Queued work; the script defines the recipient's key. */
    public record Delivery(String recipient, Runnable work) {}

    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    private static final int PLACES = RUNTIME.get("deliveriesAtOnce").asInt();
    private static final int WAITING_PLACES = RUNTIME.get("waitingDeliveries").asInt();
    /** The number, for a gauge. */
    public static final List<Delivery> WAITING = new ArrayList<>();
    private static final Map<String, Integer> SENDING = new HashMap<>();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(PLACES, PLACES, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
        Thread thread = new Thread(task, "linkgate-delivery");
        thread.setDaemon(true);
        return thread;
    });
    private static int sending;

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private Deliveries() {}

    /** Runs work after the session's transaction is committed, without a database connection; never if it is rolled back. */
    public static void afterCommit(KeycloakSession session, Runnable work) {
        session.getTransactionManager().enlistAfterCompletion(new AbstractKeycloakTransaction() {
            @Override protected void commitImpl() { work.run(); }
            @Override protected void rollbackImpl() {}
        });
    }

    /** Queues work; false if the queue is full. */
    public static synchronized boolean submit(String recipient, Runnable work) {
        if (WAITING.size() >= WAITING_PLACES) return false;
        WAITING.add(new Delivery(recipient, work));
        next();
        return true;
    }

    /** Runs a short piece of work later. */
    public static void later(long millis, Runnable work) {
        Mailer.TIMER.schedule(work, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Sends a text (none by GET) by Keycloak's HTTP client, with its proxy and certificate settings, without following redirects or
     * reading the response's body.
     *
     * @param mediaType with its parameters
     * @param soapAction the header of that name; null for none
     * @param deadlineMillis for connecting, sending and the response's headers together
     * @return the response's status, or the name of the failure
     */
    public static String send(CloseableHttpClient http, String method, String url, String mediaType, String text, String soapAction, int deadlineMillis) {
        try {
            RequestBuilder request = RequestBuilder.create(method).setUri(url);
            if (!method.equals("GET")) request.setEntity(new StringEntity(text, ContentType.parse(mediaType).withCharset(StandardCharsets.UTF_8)));
            if (soapAction != null) request.setHeader("SOAPAction", soapAction);
            return String.valueOf(status(http, request, deadlineMillis));
        } catch (IOException | RuntimeException e) {
            // Its text may contain the URL.
            return e.getClass().getSimpleName();
        }
    }

    private static int status(CloseableHttpClient http, RequestBuilder prepared, int deadlineMillis) throws IOException {
        RequestConfig usual = http instanceof Configurable configurable ? configurable.getConfig() : null;
        HttpUriRequest request = prepared.setConfig(RequestConfig.copy(usual == null ? RequestConfig.DEFAULT : usual).setRedirectsEnabled(false)
            .setConnectionRequestTimeout(deadlineMillis).setConnectTimeout(deadlineMillis).setSocketTimeout(deadlineMillis).build()).build();
        BoundedHttpClientFactory.abortLater(request, deadlineMillis);
        try (CloseableHttpResponse response = http.execute(request)) {
            return response.getStatusLine().getStatusCode();
        }
    }

    /** Returns Keycloak's HTTP client, which outlives the session. */
    public static CloseableHttpClient http(KeycloakSession session) {
        return BoundedHttpClientFactory.behind(session.getProvider(HttpClientProvider.class).getHttpClient());
    }

    /** Assigns places to the recipients that have the fewest, in order of arrival. */
    private static void next() {
        for (Delivery next = null; ; next = null) {
            for (Delivery waiting : WAITING) {
                int own = sendingTo(waiting);
                if (own < PLACES - sending && (next == null || own < sendingTo(next))) next = waiting;
            }
            if (next == null) return;
            start(next);
        }
    }

    private static int sendingTo(Delivery delivery) {
        return SENDING.getOrDefault(delivery.recipient, 0);
    }

    private static void start(Delivery delivery) {
        WAITING.remove(delivery);
        SENDING.merge(delivery.recipient, 1, Integer::sum);
        sending++;
        THREADS.execute(() -> {
            try {
                delivery.work.run();
            } finally {
                finish(delivery);
            }
        });
    }

    private static synchronized void finish(Delivery delivery) {
        sending--;
        SENDING.computeIfPresent(delivery.recipient, (recipient, own) -> own == 1 ? null : own - 1);
        next();
    }
}
