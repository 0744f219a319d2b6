package org.linkgate.host;

import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerHttpResponse;

/** The lines of the current response's headers, which no JAX-RS filter sees: Keycloak writes cookies past the filters. */
public final class HeaderLines {
    private HeaderLines() {}

    /** Returns the values of a header, one for each line. */
    public static List<String> of(String name) {
        List<String> values = new ArrayList<>();
        ServerHttpResponse response = response();
        if (response != null)
            for (var line : response.getAllResponseHeaders()) if (line.getKey().equalsIgnoreCase(name)) values.add(line.getValue());
        return values;
    }

    /** Replaces the lines of a header. */
    public static void replace(String name, List<?> values) {
        ServerHttpResponse response = response();
        response.removeResponseHeader(name);
        for (Object value : values) response.addResponseHeader(name, value.toString());
    }

    private static ServerHttpResponse response() {
        ResteasyReactiveRequestContext context = CurrentRequestManager.get();
        return context == null ? null : context.serverResponse();
    }
}
