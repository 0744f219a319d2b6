package org.linkgate.host;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.KeycloakSessionUtil;

/** Shows every request of a Linkgate realm, and the answer to it, to the scripts: on Keycloak's own endpoints too. */
@Provider
public class ScriptFilter implements ContainerRequestFilter, ContainerResponseFilter {
    private static final String KIND = "filter";
    private static final String ID = "linkgate";

    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null || !Declarations.enabled(session)) return;
        try {
            Object answer = Scripts.get().call(KIND, ID, "request", session, request, endpoint());
            if (answer instanceof Response response) request.abortWith(response);
        } catch (Scripts.Overload | Scripts.Failure e) {
            request.abortWith(ScriptResource.answer(session, Scripts.answer(e), "protocol"));
        }
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null || session.isClosed() || !Declarations.enabled(session)) return;
        try {
            Scripts.get().call(KIND, ID, "response", session, request, response, endpoint());
        } catch (Scripts.Overload | Scripts.Failure e) {
            response.setStatus(Scripts.answer(e).get("status").asInt());
            response.setEntity(Scripts.answer(e).get("protocol").toString(), null, MediaType.APPLICATION_JSON_TYPE);
        }
    }

    /** The class and method that serve the request, `UserInfoEndpoint.issueUserInfoGet`; empty when there is none. */
    private String endpoint() {
        return resource == null || resource.getResourceMethod() == null ? ""
            : resource.getResourceClass().getSimpleName() + "." + resource.getResourceMethod().getName();
    }
}
