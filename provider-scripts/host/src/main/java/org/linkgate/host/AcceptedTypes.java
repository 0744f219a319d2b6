package org.linkgate.host;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Lets requests for the scripts' well-known documents pass with any `Accept` header: the framework would reject them before the realm is known.
 * The script receives the original header and decides.
 */
final class AcceptedTypes {
    /** The types that Keycloak's own resource produces, and ranges that include them. */
    private static final List<String> SERVED = List.of("*/*", "application/*", "application/json", "application/jwt");
    private static final String ACCEPTED = Declarations.ALL.get("acceptedHeader").asText();
    private static final Pattern PATH = Pattern.compile("/realms/[^/]+/\\.well-known/(" + aliases() + ")$|/\\.well-known/(" + aliases() + ")/realms/[^/]+$");

    private AcceptedTypes() {}

    static void handle(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        if (PATH.matcher(routing.normalizedPath()).find()) {
            String accepted = request.getHeader(HttpHeaders.ACCEPT);
            request.headers().remove(ACCEPTED);
            if (accepted != null && SERVED.stream().noneMatch(accepted.toLowerCase()::contains))
                request.headers().set(ACCEPTED, accepted).set(HttpHeaders.ACCEPT, "application/json");
        }
        routing.next();
    }

    private static String aliases() {
        return StreamSupport.stream(Declarations.ALL.get("providers").spliterator(), false)
            .filter(provider -> provider.get("kind").asText().equals("well-known"))
            .map(provider -> Pattern.quote(provider.get("alias").asText()))
            .reduce((one, other) -> one + "|" + other).orElseThrow();
    }
}
