package org.linkgate.host;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.conn.ssl.DefaultHostnameVerifier;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.keycloak.models.KeycloakSession;
import org.keycloak.truststore.JSSETruststoreConfigurator;

/**
 * Requests to URLs that strangers or a realm's administrators name: by https only, to addresses that the script allows, bounded in size, time and
 * number. There is no proxy, redirect, cookie, retry or decompression, and each has a connection of its own.
 */
public final class Documents {
    /** A response; or the failure, if not null. */
    public record Document(int status, String mediaType, String cacheControl, String text, String failure) {
        static Document failed(String failure) {
            return new Document(0, "", "", "", failure);
        }
    }

    private static final int MAX_BYTES = Declarations.ALL.get("runtime").get("documentBytes").asInt();
    private static final int MILLIS = Declarations.ALL.get("runtime").get("fetchMillis").asInt();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
        0, Declarations.ALL.get("runtime").get("documentsAtOnce").asInt(), 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "linkgate-document");
            thread.setDaemon(true);
            return thread;
        });

    private Documents() {}

    /** Fetches a document with the server's truststore. */
    public static Document fetch(KeycloakSession session, String url, Predicate<String> isAllowed) throws GeneralSecurityException {
        return fetch(tls(session), url, isAllowed);
    }

    /**
     * Posts a body with the server's truststore; null if too many requests are under way.
     *
     * @param key sent as `X-API-Key`; empty for none
     */
    public static Document post(KeycloakSession session, String url, String mediaType, String key, String body, int millis,
            Predicate<String> isAllowed) throws GeneralSecurityException {
        HttpPost request = new HttpPost(url);
        request.setEntity(new StringEntity(body, ContentType.create(mediaType, StandardCharsets.UTF_8)));
        if (!key.isEmpty()) request.setHeader("X-API-Key", key);
        return run(request, tls(session), millis, isAllowed);
    }

    private static SSLContext tls(KeycloakSession session) throws GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new JSSETruststoreConfigurator(session).getTrustManagers(), null);
        return tls;
    }

    /**
     * Fetches a document; null if too many requests are under way. The caller waits no longer than the deadline, even for a name server.
     *
     * @param isAllowed decides about each address of the host; the connection is made to one of these very addresses
     */
    public static Document fetch(SSLContext tls, String url, Predicate<String> isAllowed) {
        return run(new HttpGet(url), tls, MILLIS, isAllowed);
    }

    private static Document run(HttpRequestBase request, SSLContext tls, int millis, Predicate<String> isAllowed) {
        Future<Document> fetching;
        try {
            fetching = THREADS.submit(() -> execute(request, tls, millis, isAllowed));
        } catch (RejectedExecutionException e) {
            return null;
        }
        try {
            return fetching.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            fetching.cancel(true);
            BoundedHttpClientFactory.abortLater(request, 0);
            return Document.failed("no response in time");
        } catch (ExecutionException e) {
            return Document.failed(String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Document.failed("interrupted");
        }
    }

    private static Document execute(HttpRequestBase request, SSLContext tls, int millis, Predicate<String> isAllowed) throws IOException {
        request.setConfig(RequestConfig.custom().setConnectTimeout(millis).setSocketTimeout(millis).build());
        request.setHeader("Accept", "application/json");
        try (CloseableHttpClient http = HttpClients.custom()
                .setSSLSocketFactory(new SSLConnectionSocketFactory(tls, new DefaultHostnameVerifier()))
                .setDnsResolver(host -> allowed(host, isAllowed))
                .setUserAgent("Linkgate")
                .disableRedirectHandling().disableCookieManagement().disableAuthCaching().disableAutomaticRetries().disableContentCompression()
                .build();
            CloseableHttpResponse response = http.execute(request)) {
            HttpEntity entity = response.getEntity();
            String mediaType = entity == null || entity.getContentType() == null ? "" : entity.getContentType().getValue();
            StringBuilder cacheControl = new StringBuilder();
            for (Header header : response.getHeaders("Cache-Control")) cacheControl.append(header.getValue()).append(',');
            byte[] bytes = new byte[0];
            if (entity != null) {
                // Not closed on the way: that would read the rest.
                InputStream content = entity.getContent();
                bytes = content.readNBytes(MAX_BYTES + 1);
                request.abort();
            }
            if (bytes.length > MAX_BYTES) return Document.failed("more than " + MAX_BYTES + " bytes");
            return new Document(response.getStatusLine().getStatusCode(), mediaType, cacheControl.toString(), new String(bytes, StandardCharsets.UTF_8), null);
        }
    }

    private static InetAddress[] allowed(String host, Predicate<String> isAllowed) throws UnknownHostException {
        InetAddress[] addresses = InetAddress.getAllByName(host);
        for (InetAddress address : addresses)
            if (!isAllowed.test(address.getHostAddress())) throw new UnknownHostException("an address that is not allowed");
        return addresses;
    }
}
