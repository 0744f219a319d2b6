package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.wellknown.WellKnownProvider;
import org.keycloak.wellknown.WellKnownProviderFactory;

/** A well-known document provided by a script, taking precedence over Keycloak's own of the same alias; the script sees every realm. */
public abstract class ScriptWellKnownFactory implements WellKnownProviderFactory, StatelessFactory<WellKnownProvider> {
    private static final String KIND = "well-known";

    @Override
    public WellKnownProvider create(KeycloakSession session) {
        return new WellKnownProvider() {
            @Override public Object getConfig() { return ScriptResource.callWithin(session, KIND, getId(), "document", session); }
            @Override public void close() {}
        };
    }

    @Override public String getAlias() { return Declarations.text(KIND, getId(), "alias"); }
    @Override public boolean isAvailableViaServerMetadata() { return Declarations.of(KIND, getId()).path("serverMetadata").asBoolean(); }
    @Override public int getPriority() { return Declarations.of(KIND, getId()).get("priority").asInt(); }
    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, getId(), "document"); }
}
