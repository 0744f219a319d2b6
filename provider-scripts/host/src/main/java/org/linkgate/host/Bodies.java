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
import java.util.regex.Pattern;

/**
 * Buffers request bodies on the event loop, before a worker thread or a transaction is used: a slow sender occupies only a
 * place here, or as many as its size needs; if too few are free, the oldest bodies are evicted.
 */
final class Bodies {
    /** Other methods' requests may have a media type without a body. */
    private static final Set<HttpMethod> METHODS_WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);
    private static final JsonNode RUNTIME = Declarations.ALL.get("runtime");
    static final long MAX_BYTES = RUNTIME.get("bodyBytes").asLong();
    private static final long MAX_LARGE_BYTES = RUNTIME.get("largeBodyBytes").asLong();
    /** Requests below a realm that may have larger bodies. */
    private static final Pattern LARGE = Pattern.compile("/realms/[^/]+/" + RUNTIME.get("largeBodies").asText() + "/[^/]+/?");
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
        long maxBytes = isLarge(routing) ? MAX_LARGE_BYTES : MAX_BYTES;
        boolean isUndeclared = length < 0 && (isHttp2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING));
        if (length > 0 && length <= maxBytes || isUndeclared && !isHttp2 && !isAdmin) admit(new Body(routing, length, maxBytes));
        // Keycloak can't handle an HTTP/2 request that has ended, and without a declared length, the host can't pause it before its end.
        else if (isUndeclared && !isAdmin && METHODS_WITH_BODY.contains(request.method()) && request.headers().contains(HttpHeaders.CONTENT_TYPE)) new Body(routing, length, 0).reject("bodyWithoutLength");
        else if (length > maxBytes && !isAdmin && !isBelow(routing, "/realms/")) new Body(routing, length, 0).reject("bodyTooLarge");
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
        return routing.normalizedPath().startsWith(path, mountLength(routing));
    }

    private static boolean isLarge(RoutingContext routing) {
        String path = routing.normalizedPath();
        return LARGE.matcher(path).region(Math.min(mountLength(routing), path.length()), path.length()).matches();
    }

    private static int mountLength(RoutingContext routing) {
        String mount = routing.mountPoint();
        return mount == null ? 0 : mount.length() - (mount.endsWith("/") ? 1 : 0);
    }

    private static void admit(Body body) {
        while (!PLACES.tryAcquire(body.places)) BUFFERED.values().stream().findFirst().ifPresent(Body::evict);
        body.number = NEXT.incrementAndGet();
        BUFFERED.put(body.number, body);
        body.buffer();
    }

    /** Releases a body's place; false if it was already released. */
    static boolean release(Body body) {
        if (BUFFERED.remove(body.number) == null) return false;
        PLACES.release(body.places);
        return true;
    }
}
