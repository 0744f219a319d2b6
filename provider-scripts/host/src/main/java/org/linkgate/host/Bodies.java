package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Buffers request bodies on the event loop, before a worker thread or a transaction is used: a slow sender occupies only a
 * place here; if all are taken, the oldest body is evicted.
 */
final class Bodies {
    /** Other methods' requests may have a media type without a body. */
    private static final Set<HttpMethod> METHODS_WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    static final long MAX_BYTES = RUNTIME.get("bodyBytes").asLong();
    static final long TIMEOUT_MILLIS = RUNTIME.get("bodyMillis").asLong();
    static final long LINGER_MILLIS = RUNTIME.get("bodyLingerMillis").asLong();
    private static final Semaphore PLACES = new Semaphore(RUNTIME.get("bodiesAtOnce").asInt());
    private static final AtomicLong NEXT = new AtomicLong();
    /** The bodies being buffered, the oldest first. */
    private static final ConcurrentSkipListMap<Long, Body> BUFFERED = new ConcurrentSkipListMap<>();

    private Bodies() {}

    static void handle(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        String declared = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        long length = declared == null ? -1 : Long.parseLong(declared);
        boolean isHttp2 = request.version() == HttpVersion.HTTP_2, isAdmin = isBelow(routing, "/admin/");
        boolean isUndeclared = length < 0 && (isHttp2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING));
        if (length > 0 && length <= MAX_BYTES || isUndeclared && !isHttp2 && !isAdmin) admit(new Body(routing, length));
        // Keycloak can't handle an HTTP/2 request that has ended, and without a declared length, the host can't pause it before its end.
        else if (isUndeclared && !isAdmin && METHODS_WITH_BODY.contains(request.method()) && request.headers().contains(HttpHeaders.CONTENT_TYPE)) new Body(routing, length).reject("bodyWithoutLength");
        else if (length > MAX_BYTES && !isAdmin && !isBelow(routing, "/realms/")) new Body(routing, length).reject("bodyTooLarge");
        else {
            // Over HTTP/2, the filter has no other indication of a body.
            if (isUndeclared && isAdmin) request.headers().set(HttpHeaders.TRANSFER_ENCODING, HttpHeaders.CHUNKED);
            // There is no body: the request's end, which may never arrive, isn't awaited.
            else if (length <= 0) ((RoutingContextInternal) routing).setBody(Buffer.buffer());
            routing.next();
        }
    }

    /** Whether a request is below a path: for realms and the admin API, the filter decides about large bodies. The server is mounted at `--http-relative-path`. */
    private static boolean isBelow(RoutingContext routing, String path) {
        String mount = routing.mountPoint();
        int start = mount == null ? 0 : mount.length() - (mount.endsWith("/") ? 1 : 0);
        return routing.normalizedPath().startsWith(path, start);
    }

    private static void admit(Body body) {
        while (!PLACES.tryAcquire()) BUFFERED.values().stream().findFirst().ifPresent(Body::evict);
        body.number = NEXT.incrementAndGet();
        BUFFERED.put(body.number, body);
        body.buffer();
    }

    /** Releases a body's place; false if it was already released. */
    static boolean release(Body body) {
        if (BUFFERED.remove(body.number) == null) return false;
        PLACES.release();
        return true;
    }
}
