package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.KeycloakSessionUtil;

/** Passes every response of a Linkgate realm to the scripts, including those to requests that no endpoint serves; of a stock realm as the request. */
@Provider
@PreMatching
public class ScriptResponseFilter implements ContainerResponseFilter {
    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        String kind = session == null || session.isClosed() ? null : ScriptRequestFilter.kindFor(session, request, resource);
        if (kind == null) return;
        if (!Compatibility.isServed()) {
            Unavailable.replace(session, request, response);
            return;
        }
        try {
            Scripts.get().call(kind, Scripts.ID, "response", session, request, response,
                ScriptRequestFilter.endpoint(resource));
        } catch (Scripts.Failure e) {
            session.getTransactionManager().setRollbackOnly();
            JsonNode declared = Scripts.responseTo(e);
            response.setStatus(declared.get("status").asInt());
            response.setEntity(declared.get("protocol").toString(), null, MediaType.APPLICATION_JSON_TYPE);
            if (declared.has("retryAfter")) response.getHeaders().putSingle("Retry-After", declared.get("retryAfter").asText());
        }
    }
}
