package org.linkgate.host;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.keycloak.common.ClientConnection;
import org.keycloak.common.util.Time;
import org.keycloak.http.HttpRequest;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;

/** Requests, each function by one call of a script. */
public final class Requests {
    private Requests() {}

    /**
     * The method, the path below the server's own and the query's parameters, decoded, the headers' values by name, the caller's address as the
     * server knows it, its host, which may be a text that is no address, and the time by Keycloak's clock.
     */
    public static Map<String, Object> read(KeycloakSession session) {
        Map<String, Object> read = new HashMap<>();
        read.put("startedAt", Time.currentTimeMillis());
        KeycloakContext context = session.getContext();
        HttpRequest request = context.getHttpRequest();
        ClientConnection caller = context.getConnection();
        read.put("method", request.getHttpMethod());
        read.put("path", context.getUri().getPath());
        read.put("query", context.getUri().getQueryParameters());
        read.put("headers", request.getHttpHeaders().getRequestHeaders());
        read.put("address", caller.getRemoteAddr());
        read.put("host", caller.getRemoteHost());
        return read;
    }

    /** The beginning of a body as text in UTF-8, which is then all that Keycloak reads. */
    public static String bodyOf(ContainerRequestContext request, int maxBytes) throws IOException {
        byte[] bytes = request.getEntityStream().readNBytes(maxBytes);
        request.setEntityStream(new ByteArrayInputStream(bytes));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Replaces the body that Keycloak reads. */
    public static void replaceBody(ContainerRequestContext request, String text) {
        request.setEntityStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
