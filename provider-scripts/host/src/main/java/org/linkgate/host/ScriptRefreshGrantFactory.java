package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.OAuthErrorException;
import org.keycloak.models.AuthenticatedClientSessionModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.oidc.TokenManager;
import org.keycloak.protocol.oidc.grants.OAuth2GrantType;
import org.keycloak.protocol.oidc.grants.RefreshTokenGrantType;
import org.keycloak.protocol.oidc.grants.RefreshTokenGrantTypeFactory;
import org.keycloak.representations.AccessToken;

/**
 * Keycloak's refresh of tokens; in a Linkgate realm, a script sees what the new token is created from, and then the presented token right before Keycloak
 * validates that it wasn't used: the token, client and proof are valid then, and Keycloak's lock for uses of these tokens is held.
 */
public abstract class ScriptRefreshGrantFactory extends RefreshTokenGrantTypeFactory {
    private static final String KIND = "refresh-grant";

    @Override
    public OAuth2GrantType create(KeycloakSession session) {
        if (!Compatibility.isServed() || !Compatibility.isEnabled(session)) return super.create(session);
        return new RefreshTokenGrantType() {
            @Override
            protected void setContext(Context context) {
                super.setContext(context);
                tokenManager = new Uses();
            }
        };
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "granting", "using"); }

    private final class Uses extends TokenManager {
        @Override
        public AccessToken createClientAccessToken(KeycloakSession session, RealmModel realm, ClientModel client, UserModel user,
            UserSessionModel userSession, ClientSessionContext context, boolean isOffline) {
            ScriptResource.callWithin(session, KIND, getId(), "granting", session, context);
            return super.createClientAccessToken(session, realm, client, user, userSession, context, isOffline);
        }

        @Override
        public void validateTokenReuse(KeycloakSession session, RealmModel realm, AccessToken token, AuthenticatedClientSessionModel clientSession,
            boolean isUsed) throws OAuthErrorException {
            if (isUsed) ScriptResource.callWithin(session, KIND, getId(), "using", session, clientSession, token);
            super.validateTokenReuse(session, realm, token, clientSession, isUsed);
        }
    }
}
