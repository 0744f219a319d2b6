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

    @Override
    public RealmResourceProvider create(KeycloakSession session) {
        return new RealmResourceProvider() {
            @Override
            public Object getResource() {
                if (!Declarations.enabled(session)) return null;
                if (isKeycloaks()) return ScriptResource.callWithin(session, KIND, getId(), "resource", session);
                return new ScriptResource(session, KIND, getId(), null);
            }

            @Override public void close() {}
        };
    }

    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, getId(), isKeycloaks() ? "resource" : "handle"); }
}
