package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.protocol.oidc.AccessTokenIntrospectionProvider;
import org.keycloak.protocol.oidc.AccessTokenIntrospectionProviderFactory;
import org.keycloak.protocol.oidc.TokenIntrospectionProvider;
import org.keycloak.representations.AccessToken;

/** Keycloak's introspection of access tokens; in a Linkgate realm, a script decides which tokens are active and which clients may introspect them. */
public abstract class ScriptIntrospectionFactory extends AccessTokenIntrospectionProviderFactory {
    private static final String KIND = "introspection";

    @Override
    public TokenIntrospectionProvider create(KeycloakSession session) {
        if (!Compatibility.isServed() || !Compatibility.isEnabled(session)) return super.create(session);
        return new AccessTokenIntrospectionProvider<AccessToken>(session) {
            @Override
            protected boolean verifyClient() {
                return super.verifyClient() && Boolean.TRUE.equals(ScriptResource.callWithin(session, KIND, getId(), "isActive", session, client, token.getType()));
            }

            @Override
            protected boolean verifyAudience() {
                return Boolean.TRUE.equals(ScriptResource.callWithin(session, KIND, getId(), "mayIntrospect", session.getContext().getClient(), token.getIssuedFor(), token)) || super.verifyAudience();
            }
        };
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "isActive", "mayIntrospect"); }
}
