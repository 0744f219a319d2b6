package org.linkgate.host;

import jakarta.ws.rs.core.Response;
import org.keycloak.Config;
import org.keycloak.models.AuthenticatedClientSessionModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.LoginProtocol;
import org.keycloak.protocol.oidc.OIDCLoginProtocol;
import org.keycloak.protocol.oidc.OIDCLoginProtocolFactory;
import org.keycloak.services.managers.ResourceAdminManager;
import org.keycloak.sessions.AuthenticationSessionModel;

/**
 * Keycloak's OpenID Connect, except that a script may end a sign-in before it is completed, and that in a Linkgate realm it is told of the begin and
 * end of a session, and notifies its clients.
 */
public abstract class ScriptLoginProtocolFactory extends OIDCLoginProtocolFactory {
    private static final String KIND = "login-protocol";

    @Override
    public LoginProtocol create(KeycloakSession session) {
        if (!Compatibility.isServed()) return super.create(session);
        return new OIDCLoginProtocol(((OIDCLoginProtocol) super.create(session)).getConfig()) {
            @Override
            public Response authenticated(AuthenticationSessionModel tab, UserSessionModel userSession, ClientSessionContext context) {
                Object ended = ScriptResource.callWithin(session, KIND, getId(), "completing", session, tab);
                if (ended instanceof Response response) return response;
                if (Compatibility.isEnabled(realm)) Scripts.get().call(KIND, getId(), "signedIn", context.getClientSession());
                return super.authenticated(tab, userSession, context);
            }

            @Override
            public Response backchannelLogout(UserSessionModel userSession, AuthenticatedClientSessionModel clientSession) {
                ClientModel client = clientSession.getClient();
                if (!Compatibility.isEnabled(realm)) return super.backchannelLogout(userSession, clientSession);
                Scripts.get().call(KIND, getId(), "ending", session, userSession, client);
                ResourceAdminManager manager = new Notifier(session);
                return ResourceAdminManager.getBackchannelLogoutUrl(session, client) == null
                    ? manager.logoutClientSession(realm, client, clientSession)
                    : manager.logoutClientSessionWithBackchannelLogoutUrl(client, clientSession);
            }

            @Override
            public Response frontchannelLogout(UserSessionModel userSession, AuthenticatedClientSessionModel clientSession) {
                if (clientSession != null && Compatibility.isEnabled(realm))
                    Scripts.get().call(KIND, getId(), "ending", session, userSession, clientSession.getClient());
                return super.frontchannelLogout(userSession, clientSession);
            }
        }.setSession(session);
    }

    @Override
    public void init(Config.Scope config) {
        super.init(config);
        Scripts.require(KIND, getId(), "completing", "signedIn", "ending", "notify");
    }

    /** Keycloak's choice of the URL; the script sends the request. */
    private final class Notifier extends ResourceAdminManager {
        private final KeycloakSession session;

        Notifier(KeycloakSession session) {
            super(session);
            this.session = session;
        }

        @Override
        protected Response sendBackChannelLogoutRequestToClientUri(ClientModel client, AuthenticatedClientSessionModel clientSession, String url) {
            Scripts.get().call(KIND, getId(), "notify", session, client, clientSession, url);
            return Response.ok().build();
        }
    }
}
