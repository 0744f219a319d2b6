package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.error.KeycloakErrorHandler;

/**
 * Lets the scripts respond to a failed request of a Linkgate realm or of a still unknown realm, and to their own failure in any realm; Keycloak
 * handles the rest.
 */
@Provider
@Priority(Priorities.USER - 1)
public class ScriptErrorMapper implements ExceptionMapper<Throwable> {
    @Context
    KeycloakSession session;

    @Override public Response toResponse(Throwable failure) { return responseTo(session, failure); }

    private static boolean isLinkgates(KeycloakSession session, Throwable failure) {
        return session.getContext().getRealm() == null || Compatibility.isEnabled(session) || failure instanceof Scripts.Failure
            || failure instanceof ScriptResource.Declared;
    }

    private static Response stock(KeycloakSession session, Throwable failure) {
        try {
            return KeycloakErrorHandler.getResponse(session, failure);
        } catch (LinkageError e) {
            // Keycloak's own mapper isn't reached: a mapper of the same type precedes it.
            return failure instanceof WebApplicationException response ? response.getResponse() : Response.serverError().build();
        }
    }

    static Response responseTo(KeycloakSession session, Throwable failure) {
        if (!Compatibility.isServed()) return stock(session, failure);
        try {
            if (isLinkgates(session, failure) && Scripts.get().call(ScriptRequestFilter.KIND, Scripts.ID, "failure",
                session, failure) instanceof Response response) {
                session.getTransactionManager().setRollbackOnly();
                return response;
            }
        } catch (Scripts.Failure e) {
            // The scripts can't handle it either: Keycloak does.
        }
        Response stock = KeycloakErrorHandler.getResponse(session, failure);
        JsonNode overload = Declarations.ALL.get("responses").get("overload");
        if (stock.getStatus() != overload.get("status").asInt()) return stock;
        return Response.fromResponse(stock).header("Retry-After", overload.get("retryAfter").asText()).build();
    }
}
