package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resource.RealmResourceProviderFactory;

/** A path directly under a realm: either one of Keycloak's own endpoint objects, which a script picks, or a script's own endpoint. */
public abstract class ScriptResourceFactory implements RealmResourceProviderFactory {
    private static final String KIND = "realm-resource";
    private final String id;

    protected ScriptResourceFactory(String id) {
        this.id = id;
    }

    private boolean isKeycloaks() {
        return Declarations.of(KIND, id).get("serves").asText().equals("keycloak");
    }

    @Override
    public RealmResourceProvider create(KeycloakSession session) {
        return new RealmResourceProvider() {
            @Override
            public Object getResource() {
                if (!Declarations.enabled(session)) return null;
                if (isKeycloaks()) return ScriptResource.callWithin(session, KIND, id, "resource", session);
                return new ScriptResource(session, KIND, id, null);
            }

            @Override public void close() {}
        };
    }

    @Override public String getId() { return id; }
    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, id, isKeycloaks() ? "resource" : "handle"); }
    @Override public void postInit(KeycloakSessionFactory factory) {}
    @Override public void close() {}
}
