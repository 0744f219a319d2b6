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
    public record Document(int status, String mediaType, String cacheControl, String etag, String text, String failure) {
        static Document failed(String failure) {
            return new Document(0, "", "", "", "", failure);
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
     * Fetches a text with the server's truststore; null if too many requests are under way.
     *
     * @param etag that of the text that the caller has; empty for none
     */
    public static Document fetchText(KeycloakSession session, String url, String etag, int maxBytes, int millis, Predicate<String> isAllowed)
            throws GeneralSecurityException {
        HttpGet request = new HttpGet(url);
        request.setHeader("Accept", "text/plain");
        if (!etag.isEmpty()) request.setHeader("If-None-Match", etag);
        return run(request, tls(session), maxBytes, millis, isAllowed);
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
        return run(asJson(request), tls(session), MAX_BYTES, millis, isAllowed);
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
        return run(asJson(new HttpGet(url)), tls, MAX_BYTES, MILLIS, isAllowed);
    }

    private static HttpRequestBase asJson(HttpRequestBase request) {
        request.setHeader("Accept", "application/json");
        return request;
    }

    private static Document run(HttpRequestBase request, SSLContext tls, int maxBytes, int millis, Predicate<String> isAllowed) {
        Future<Document> fetching;
        try {
            fetching = THREADS.submit(() -> execute(request, tls, maxBytes, millis, isAllowed));
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

    private static Document execute(HttpRequestBase request, SSLContext tls, int maxBytes, int millis, Predicate<String> isAllowed)
            throws IOException {
        request.setConfig(RequestConfig.custom().setConnectTimeout(millis).setSocketTimeout(millis).build());
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
                bytes = content.readNBytes(maxBytes + 1);
                request.abort();
            }
            if (bytes.length > maxBytes) return Document.failed("more than " + maxBytes + " bytes");
            Header etag = response.getFirstHeader("ETag");
            return new Document(response.getStatusLine().getStatusCode(), mediaType, cacheControl.toString(),
                etag == null ? "" : etag.getValue(), new String(bytes, StandardCharsets.UTF_8), null);
        }
    }

    private static InetAddress[] allowed(String host, Predicate<String> isAllowed) throws UnknownHostException {
        InetAddress[] addresses = InetAddress.getAllByName(host);
        for (InetAddress address : addresses)
            if (!isAllowed.test(address.getHostAddress())) throw new UnknownHostException("an address that is not allowed");
        return addresses;
    }
}
