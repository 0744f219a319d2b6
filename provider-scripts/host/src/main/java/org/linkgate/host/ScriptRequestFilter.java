package org.linkgate.host;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.KeycloakSessionUtil;

/** Passes every request to a Linkgate realm to the scripts before its endpoint handles it, including Keycloak's own endpoints. */
@Provider
public class ScriptRequestFilter implements ContainerRequestFilter {
    static final String KIND = "filter";

    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null || !Compatibility.isEnabled(session)) return;
        if (!Compatibility.isServed()) {
            Unavailable.end(session, request);
            return;
        }
        try {
            Object result = Scripts.get().call(KIND, Scripts.ID, "request", session, request, endpoint(resource));
            if (result instanceof Response response) request.abortWith(response);
        } catch (Scripts.Failure e) {
            request.abortWith(ScriptResource.declaredResponse(session, Scripts.responseTo(e), "protocol"));
        }
    }

    /** The class and method that serve the request, `UserInfoEndpoint.issueUserInfoGet`; empty when there is none. */
    static String endpoint(ResourceInfo resource) {
        return resource == null || resource.getResourceMethod() == null ? ""
            : resource.getResourceClass().getSimpleName() + "." + resource.getResourceMethod().getName();
    }
}
