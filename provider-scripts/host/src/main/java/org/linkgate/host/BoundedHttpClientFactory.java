package org.linkgate.host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpVersion;
import org.apache.http.client.HttpResponseException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.Configurable;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ClientConnectionManager;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.message.BasicHttpResponse;
import org.apache.http.params.HttpParams;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;
import org.keycloak.Config;
import org.keycloak.connections.httpclient.DefaultHttpClientFactory;
import org.keycloak.connections.httpclient.HttpClientProvider;
import org.keycloak.models.KeycloakSession;

/**
 * Keycloak's HTTP client with one deadline per request in a Linkgate realm, from connecting to the last byte: Keycloak's own timeout applies to
 * each read, and it has none for connecting. A script may reject a request, or send it later; the caller then gets an empty 200 response.
 */
public abstract class BoundedHttpClientFactory extends DefaultHttpClientFactory {
    private static final int FIRST_ERROR = 300;
    private static final int OK = 200;
    private static final String KIND = "http-client";

    @Override
    public HttpClientProvider create(KeycloakSession session) {
        HttpClientProvider usual = super.create(session);
        if (!Compatibility.isServed() || !Compatibility.isEnabled(session)) return usual;
        return Bounded.by(session, getId(), usual);
    }

    @Override
    public void init(Config.Scope config) {
        super.init(config);
        Scripts.require(KIND, getId(), "decide");
    }

    /** Aborts a request that is still running at its deadline. */
    static void abortLater(HttpUriRequest request, long millis) {
        // Not on the timer's thread: closing a connection may block.
        Mailer.TIMER.schedule(() -> Mailer.THREADS.execute(request::abort), millis, TimeUnit.MILLISECONDS);
    }

    /** Returns the session's client, for requests that outlive the session. */
    static CloseableHttpClient behind(CloseableHttpClient http) {
        return http instanceof Client client ? client.usual : http;
    }

    private record Bounded(CloseableHttpClient http, long maxBytes) implements HttpClientProvider {
        static Bounded by(KeycloakSession session, String id, HttpClientProvider usual) {
            return new Bounded(new Client(session, id, usual.getHttpClient()), usual.getMaxConsumedResponseSize());
        }

        @Override public CloseableHttpClient getHttpClient() { return http; }
        @Override public long getMaxConsumedResponseSize() { return maxBytes; }
        @Override public void close() {}

        @Override
        public int postText(String uri, String text) throws IOException {
            HttpPost request = new HttpPost(uri);
            request.setEntity(new StringEntity(text, ContentType.TEXT_PLAIN));
            try (CloseableHttpResponse response = http.execute(request)) {
                return response.getStatusLine().getStatusCode();
            }
        }

        @Override
        public String getString(String uri) throws IOException {
            try (CloseableHttpResponse response = http.execute(new HttpGet(uri))) {
                HttpEntity entity = response.getEntity();
                byte[] bytes = read(response, entity);
                Charset charset = ContentType.getLenientOrDefault(entity).getCharset();
                return new String(bytes, charset == null ? StandardCharsets.UTF_8 : charset);
            }
        }

        @Override
        public InputStream getInputStream(String uri) throws IOException {
            try (CloseableHttpResponse response = http.execute(new HttpGet(uri))) {
                return new ByteArrayInputStream(read(response, response.getEntity()));
            }
        }

        private byte[] read(CloseableHttpResponse response, HttpEntity entity) throws IOException {
            int status = response.getStatusLine().getStatusCode();
            if (status >= FIRST_ERROR) throw new HttpResponseException(status, response.getStatusLine().getReasonPhrase());
            if (entity == null) throw new IOException("No content returned from HTTP call");
            byte[] bytes = entity.getContent().readNBytes((int) Math.min(Integer.MAX_VALUE - 1, maxBytes + 1));
            if (bytes.length > maxBytes) throw new IOException("Response is larger than " + maxBytes + " bytes");
            return bytes;
        }
    }

    private static final class Client extends CloseableHttpClient implements Configurable {
        private static final long DEADLINE_MILLIS = Declarations.ALL.get("runtime").get("fetchMillis").asLong();
        private final KeycloakSession session;
        private final String id;
        private final CloseableHttpClient usual;

        Client(KeycloakSession session, String id, CloseableHttpClient usual) {
            this.session = session;
            this.id = id;
            this.usual = usual;
        }

        @Override
        protected CloseableHttpResponse doExecute(HttpHost target, HttpRequest request, HttpContext context) throws IOException {
            if (request instanceof HttpUriRequest abortable) {
                Object decision = decide(abortable);
                if ("later".equals(decision)) return new Accepted();
                if ("rejected".equals(decision)) throw new IOException("not a URL that is fetched");
                abortLater(abortable, DEADLINE_MILLIS);
            }
            return usual.execute(target, request, context);
        }

        private Object decide(HttpUriRequest request) throws IOException {
            HttpEntity entity = request instanceof HttpEntityEnclosingRequest enclosing ? enclosing.getEntity() : null;
            if (entity != null && !entity.isRepeatable()) return null;
            String type = entity == null || entity.getContentType() == null ? "" : entity.getContentType().getValue();
            String text = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8);
            return Scripts.get().call(KIND, id, "decide", session, request.getMethod(), request.getURI().toString(), type, text);
        }

        @Override public RequestConfig getConfig() { return usual instanceof Configurable configurable ? configurable.getConfig() : null; }
        @Override public void close() {}
        @Override @Deprecated public HttpParams getParams() { return usual.getParams(); }
        @Override @Deprecated public ClientConnectionManager getConnectionManager() { return usual.getConnectionManager(); }
    }

    private static final class Accepted extends BasicHttpResponse implements CloseableHttpResponse {
        Accepted() {
            super(HttpVersion.HTTP_1_1, OK, "OK");
            setEntity(new StringEntity("", ContentType.TEXT_PLAIN));
        }

        @Override public void close() {}
    }
}
