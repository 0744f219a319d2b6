package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.wellknown.WellKnownProvider;
import org.keycloak.wellknown.WellKnownProviderFactory;

/** A well-known document that a script gives, before Keycloak's own of the same alias; the script sees every realm. */
public abstract class ScriptWellKnownFactory implements WellKnownProviderFactory {
    private static final String KIND = "well-known";
    private final String id;

    protected ScriptWellKnownFactory(String id) {
        this.id = id;
    }

    @Override
    public WellKnownProvider create(KeycloakSession session) {
        return new WellKnownProvider() {
            @Override public Object getConfig() { return ScriptResource.callWithin(session, KIND, id, "document", session); }
            @Override public void close() {}
        };
    }

    @Override public String getId() { return id; }
    @Override public String getAlias() { return Declarations.of(KIND, id).get("alias").asText(); }
    @Override public boolean isAvailableViaServerMetadata() { return Declarations.of(KIND, id).path("serverMetadata").asBoolean(); }
    @Override public int getPriority() { return Declarations.of(KIND, id).get("priority").asInt(); }
    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, id, "document"); }
    @Override public void postInit(KeycloakSessionFactory factory) {}
    @Override public void close() {}
}
