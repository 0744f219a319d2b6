package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resource.RealmResourceProviderFactory;

/** A path directly under a realm: either one of Keycloak's own endpoint objects, which a script selects, or a script's own endpoint. */
public abstract class ScriptResourceFactory implements RealmResourceProviderFactory, StatelessFactory<RealmResourceProvider> {
    private static final String KIND = "realm-resource";

    private boolean isKeycloaks() {
        return Declarations.text(KIND, getId(), "serves").equals("keycloak");
    }

    private boolean isForSteps() {
        return Declarations.of(KIND, getId()).path("forSteps").asBoolean();
    }

    private boolean mayServe(KeycloakSession session) {
        return isForSteps() ? Unavailable.isFor(session.getContext().getRealm()) : Compatibility.isEnabled(session);
    }

    /** Whether the script serves this request although its realm isn't a Linkgate realm; otherwise Keycloak responds that there is no such path. */
    private boolean servesStep(KeycloakSession session) {
        return isForSteps() && Boolean.TRUE.equals(ScriptResource.callWithin(session, KIND, getId(), "serves", session));
    }

    @Override
    public RealmResourceProvider create(KeycloakSession session) {
        return new RealmResourceProvider() {
            @Override
            public Object getResource() {
                if (!Compatibility.isServed()) return mayServe(session) ? new ScriptResource(session, KIND, getId(), null) : null;
                if (!Compatibility.isEnabled(session) && !servesStep(session)) return null;
                if (isKeycloaks()) return ScriptResource.callWithin(session, KIND, getId(), "resource", session);
                return new ScriptResource(session, KIND, getId(), null);
            }

            @Override public void close() {}
        };
    }

    @Override
    public void init(Config.Scope config) {
        Scripts.require(KIND, getId(), isKeycloaks() ? "resource" : "handle");
        if (isForSteps()) Scripts.require(KIND, getId(), "serves");
    }
}
