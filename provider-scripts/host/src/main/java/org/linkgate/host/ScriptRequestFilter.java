package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.utils.KeycloakSessionUtil;

/**
 * Passes every request to a Linkgate realm to the scripts before its endpoint handles it, including Keycloak's own endpoints; of a stock realm,
 * those that may continue a sign-in.
 */
@Provider
public class ScriptRequestFilter implements ContainerRequestFilter {
    static final String KIND = "filter";
    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        String kind = session == null ? null : kindFor(session, request, resource);
        if (kind == null) return;
        if (!Compatibility.isServed()) {
            Unavailable.end(session, request);
            return;
        }
        try {
            Object result = Scripts.get().call(kind, Scripts.ID, "request", session, request, endpoint(resource));
            if (result instanceof Response response) request.abortWith(response);
        } catch (Scripts.Failure e) {
            request.abortWith(ScriptResource.declaredResponse(session, Scripts.responseTo(e), "protocol"));
        }
    }

    /** Which of the script's filters a request passes; null for none. */
    static String kindFor(KeycloakSession session, ContainerRequestContext request, ResourceInfo resource) {
        RealmModel realm = session.getContext().getRealm();
        if (realm == null) return null;
        if (Compatibility.isEnabled(realm)) return KIND;
        return Compatibility.isServed() && StepRealm.has(request, resource) ? StepRealm.KIND : null;
    }

    /** The requests that may continue a sign-in, of a stock realm; loaded where Linkgate is served. */
    private static final class StepRealm {
        static final String KIND = "step-realm";
        private static final JsonNode DECLARED = Declarations.ALL.get("stepRealm");
        private static final Set<String> CLASSES = StreamSupport.stream(DECLARED.get("classes").spliterator(), false)
            .map(JsonNode::asText).collect(Collectors.toUnmodifiableSet());
        /** What follows a semicolon isn't part of a segment's name (RFC 3986, section 3.3). */
        private static final Pattern RESOURCE = Pattern.compile("(?:^|/)" + DECLARED.get("resource").asText() + "(?:;[^/]*)?(?:/|$)");

        static boolean has(ContainerRequestContext request, ResourceInfo resource) {
            if (resource == null || resource.getResourceMethod() == null) return false;
            if (CLASSES.contains(resource.getResourceClass().getSimpleName())) return true;
            return RESOURCE.matcher(request.getUriInfo().getPath()).find();
        }
    }

    /** The class and method that serve the request, `UserInfoEndpoint.issueUserInfoGet`; empty when there is none. */
    static String endpoint(ResourceInfo resource) {
        return resource == null || resource.getResourceMethod() == null ? ""
            : resource.getResourceClass().getSimpleName() + "." + resource.getResourceMethod().getName();
    }
}
