package org.linkgate.host;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Set;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.forms.login.LoginFormsProvider;
import org.keycloak.models.AuthenticationExecutionModel.Requirement;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.utils.MediaTypeMatcher;

/** The responses while Linkgate isn't served: 503 on all paths of a Linkgate realm but its administration, and to the step. */
final class Unavailable {
    private static final Map<String, String> PAGE = Map.of("kind", text("kind"), "code", text("code"), "text", text("text"));

    private static final Set<String> STEPS = Set.of(text("steps").split(","));

    private Unavailable() {}

    private static String text(String name) {
        return Compatibility.DECLARED.getProperty("unavailable." + name);
    }

    private static int status() {
        return Integer.parseInt(text("status"));
    }

    /** Whether a request is for Keycloak's admin API or console, which remain as they are. */
    private static boolean isAdministration(ContainerRequestContext request) {
        return request.getUriInfo().getPath().matches("/?admin(/.*)?");
    }

    /** Ends a request to a Linkgate realm. */
    static void end(KeycloakSession session, ContainerRequestContext request) {
        if (!isAdministration(request)) request.abortWith(response(session, "protocol"));
    }

    /** Replaces the response to a request that was not filtered, such as to a path that doesn't exist. */
    static void replace(KeycloakSession session, ContainerRequestContext request, ContainerResponseContext response) {
        if (isAdministration(request) || response.getStatus() == status()) return;
        session.getTransactionManager().setRollbackOnly();
        response.getHeaders().clear();
        response.setStatus(status());
        response.setEntity(text("protocol"), null, MediaType.APPLICATION_JSON_TYPE);
        response.getHeaders().putSingle("Retry-After", text("retryAfter"));
    }

    /** A page for a browser, otherwise JSON in an endpoint's own format. */
    static Response response(KeycloakSession session, String format) {
        try {
            if (MediaTypeMatcher.isHtmlRequest(session.getContext().getHttpRequest().getHttpHeaders())) return page(session.getProvider(LoginFormsProvider.class));
        } catch (RuntimeException | LinkageError e) {
            // The server can't make the page.
        }
        return Response.status(status()).entity(text(format)).type(MediaType.APPLICATION_JSON_TYPE).header("Retry-After", text("retryAfter")).build();
    }

    private static Response page(LoginFormsProvider forms) {
        Response page = forms.setAttribute("problem", PAGE).setError("linkgateProblemText." + text("kind")).createErrorPage(Response.Status.fromStatusCode(status()));
        return Response.fromResponse(page).header("Retry-After", text("retryAfter")).header("Cache-Control", "no-store").build();
    }

    /** Skips the step if the flow has alternatives to it; otherwise the sign-in ends. */
    static void step(AuthenticationFlowContext context) {
        if (context.getExecution().getRequirement() == Requirement.ALTERNATIVE) context.attempted();
        // Not a failure, which could lock the account.
        else context.challenge(page(context.form()));
    }

    /** Whether a realm has Linkgate's own endpoints: as a Linkgate realm, or because a flow of it has the step. */
    static boolean isFor(RealmModel realm) {
        return Compatibility.isEnabled(realm) || realm.getAuthenticationFlowsStream().flatMap(flow -> realm.getAuthenticationExecutionsStream(flow.getId()))
            .anyMatch(execution -> STEPS.contains(execution.getAuthenticator()));
    }
}
