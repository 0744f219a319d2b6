package org.linkgate.host;

import jakarta.ws.rs.NotFoundException;
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
            @Override public Object getConfig() {
                // Keycloak has no document of this alias.
                if (!Compatibility.isServed()) throw new NotFoundException();
                return ScriptResource.callWithin(session, KIND, getId(), "document", session);
            }
            @Override public void close() {}
        };
    }

    @Override public String getAlias() { return Declarations.text(KIND, getId(), "alias"); }
    @Override public boolean isAvailableViaServerMetadata() { return Declarations.of(KIND, getId()).path("serverMetadata").asBoolean(); }
    /** The lower number wins: while Linkgate isn't served, Keycloak's own. */
    @Override public int getPriority() { return !Compatibility.isServed() ? Integer.MAX_VALUE : Declarations.of(KIND, getId()).get("priority").asInt(); }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "document"); }
}
