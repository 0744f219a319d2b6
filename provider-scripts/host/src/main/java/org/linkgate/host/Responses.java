package org.linkgate.host;

import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.keycloak.util.JsonSerialization;

/** Finished responses, each function by one call of a script. */
public final class Responses {
    private Responses() {}

    /** The JSON of a response: Keycloak's endpoints respond with objects, text or bytes. Empty if it has no body; null for any other media type. */
    public static String jsonOf(ContainerResponseContext response) throws IOException {
        String type = response.getHeaderString(HttpHeaders.CONTENT_TYPE);
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) return null;
        Object body = response.getEntity();
        if (body == null) return "";
        if (body instanceof String text) return text;
        return body instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : JsonSerialization.writeValueAsString(body);
    }

    /** Replaces the body by a text of JSON, unless that is null, and sets headers, each to one value. */
    public static void write(ContainerResponseContext response, String json, Map<String, ?> headers) {
        if (json != null) response.setEntity(json, null, MediaType.APPLICATION_JSON_TYPE);
        setHeaders(response, headers);
    }

    /** Sets headers, each to one value. */
    public static void setHeaders(ContainerResponseContext response, Map<String, ?> headers) {
        headers.forEach((name, value) -> response.getHeaders().putSingle(name, value));
    }
}
