package org.linkgate.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.apache.http.Header;
import org.apache.http.client.config.CookieSpecs;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.Configurable;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * One email's request to an email service, on a thread of its own: by Keycloak's HTTP client, whose connections are reused, within a deadline,
 * without following redirects, and reading no more than a response needs. What arrived of the response can be read by another thread.
 */
public final class MailRequest {
    private static final int MAX_BYTES = Declarations.ALL.get("runtime").get("emailResponseBytes").asInt();

    private final BodyGate gate = new BodyGate();
    /** While it is running. */
    private volatile HttpPost post;
    private volatile int status;
    private volatile String text = "";
    private volatile String id = "";

    /**
     * Sends the request.
     *
     * @param login `user:password` for Basic authentication; empty for none
     * @param idHeader the header of the response that is kept; empty for none
     * @param deadlineMillis for connecting, sending and the response together
     */
    public void send(CloseableHttpClient http, String url, Map<String, String> headers, String login, String body, String idHeader,
            int deadlineMillis) throws IOException {
        RequestConfig usual = http instanceof Configurable configurable ? configurable.getConfig() : null;
        HttpPost request = new HttpPost(url);
        request.setConfig(RequestConfig.copy(usual == null ? RequestConfig.DEFAULT : usual)
            .setRedirectsEnabled(false).setAuthenticationEnabled(false).setContentCompressionEnabled(false)
            .setExpectContinueEnabled(false).setCookieSpec(CookieSpecs.IGNORE_COOKIES)
            .setConnectionRequestTimeout(deadlineMillis).setConnectTimeout(deadlineMillis).setSocketTimeout(deadlineMillis).build());
        headers.forEach(request::setHeader);
        if (!login.isEmpty())
            request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        request.setEntity(new Body(body.getBytes(StandardCharsets.UTF_8)));
        post = request;
        BoundedHttpClientFactory.abortLater(request, deadlineMillis);
        try (CloseableHttpResponse response = http.execute(request)) {
            Header named = idHeader.isEmpty() ? null : response.getFirstHeader(idHeader);
            id = named == null ? "" : named.getValue();
            status = response.getStatusLine().getStatusCode();
            if (response.getEntity() != null) text = read(request, response.getEntity().getContent());
        } finally {
            post = null;
        }
    }

    /** Never more than the bound: closing the stream would read the rest, and so the connection is closed. */
    private static String read(HttpPost request, InputStream content) throws IOException {
        byte[] bytes = content.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            request.abort();
            return "";
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Ends the request if it is still running; returns whether part of the email may have been sent. */
    public boolean end() {
        boolean begun = gate.close();
        HttpPost running = post;
        // Not on this thread: closing a connection may block.
        if (running != null) Mailer.THREADS.execute(running::abort);
        return begun;
    }

    /** The response's status; 0 without a response. */
    public int status() {
        return status;
    }

    /** The response's body; empty if it didn't arrive, or was too long. */
    public String text() {
        return text;
    }

    public String id() {
        return id;
    }

    /** Sent once: the client may open another connection only before that. */
    private final class Body extends AbstractHttpEntity {
        private final byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override public boolean isRepeatable() { return false; }
        @Override public long getContentLength() { return bytes.length; }
        @Override public InputStream getContent() { throw new UnsupportedOperationException(); }
        @Override public boolean isStreaming() { return false; }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            gate.pass();
            out.write(bytes);
        }
    }
}
