package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;

/** The body of one request while it is being buffered; all methods but `evict` run on the request's own event loop. */
final class Body {
    long number;
    private final RoutingContext routing;
    private final Context eventLoop;
    private final HttpServerRequest request;
    private final boolean isHttp2;
    private final long length;
    private final long maxBytes;
    /** How many places it takes while it is being buffered. */
    final int places;
    private final Buffer received = Buffer.buffer();
    private long timer;

    /** `length`: the declared length, negative if there is none; `maxBytes`: how long it may be. */
    Body(RoutingContext routing, long length, long maxBytes) {
        this.routing = routing;
        this.length = length;
        this.maxBytes = maxBytes;
        places = (int) Math.max(1, ((length < 0 ? maxBytes : length) + Bodies.MAX_BYTES - 1) / Bodies.MAX_BYTES);
        request = routing.request();
        isHttp2 = request.version() == HttpVersion.HTTP_2;
        eventLoop = routing.vertx().getOrCreateContext();
    }

    void buffer() {
        timer = routing.vertx().setTimer(Bodies.TIMEOUT_MILLIS, over -> end("bodyTooSlow"));
        request.handler(this::receive).endHandler(ended -> end(null)).exceptionHandler(aborted -> release());
        if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            // Later readers of the body must not send it again.
            request.headers().remove(HttpHeaders.EXPECT);
            routing.response().writeContinue();
        }
        request.resume();
    }

    private void receive(Buffer part) {
        if (received.length() + part.length() > maxBytes) end("bodyTooLarge");
        else if (received.appendBuffer(part).length() == length && isHttp2) {
            request.pause();
            end(null);
        }
    }

    /** Drops this body in favour of another; may be called from any thread. */
    void evict() {
        if (release()) eventLoop.runOnContext(now -> reject("overload"));
    }

    private boolean release() {
        routing.vertx().cancelTimer(timer);
        return Bodies.release(this);
    }

    /** Passes the body on, or rejects it. */
    private void end(String rejection) {
        if (!release()) return;
        ((RoutingContextInternal) routing).setBody(received);
        if (rejection == null) eventLoop.runOnContext(now -> routing.next());
        else reject(rejection);
    }

    /** Reads and discards the rest of the body for a moment: closing the connection earlier would lose the response. */
    void reject(String name) {
        JsonNode declared = Declarations.ALL.get("responses").get(name);
        HttpServerResponse response = routing.response();
        if (response.closed()) return;
        if (!isHttp2) response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        if (declared.has("retryAfter")) response.putHeader(HttpHeaders.RETRY_AFTER, declared.get("retryAfter").asText());
        request.handler(null);
        response.setStatusCode(declared.get("status").asInt()).putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
            .end(declared.get("both").toString());
        routing.vertx().setTimer(Bodies.LINGER_MILLIS, over -> {
            if (!isHttp2) request.connection().close();
            else if (!request.isEnded()) response.reset(0);
        });
    }
}
