package org.linkgate.host;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;

/** Requests, each function by one call of a script. */
public final class Requests {
    private Requests() {}

    /** The path below the server's own, decoded, and the headers' values by name. */
    public static Map<String, Object> read(KeycloakSession session) {
        KeycloakContext context = session.getContext();
        HttpHeaders headers = context.getHttpRequest().getHttpHeaders();
        return Map.of("path", context.getUri().getPath(), "headers", headers.getRequestHeaders());
    }

    /** The parameters of the query, decoded. */
    public static Map<String, List<String>> query(KeycloakSession session) {
        return session.getContext().getUri().getQueryParameters();
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
