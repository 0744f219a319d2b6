package org.linkgate.host;

import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.models.AuthenticatedClientSessionModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.LoginProtocol;
import org.keycloak.protocol.saml.JaxrsSAML2BindingBuilder;
import org.keycloak.protocol.saml.SamlClient;
import org.keycloak.protocol.saml.SamlProtocol;
import org.keycloak.protocol.saml.SamlProtocolFactory;
import org.keycloak.protocol.saml.profile.util.Soap;
import org.keycloak.saml.common.constants.GeneralConstants;
import org.keycloak.saml.processing.api.saml.v2.request.SAML2Request;
import org.keycloak.sessions.AuthenticationSessionModel;
import org.w3c.dom.Document;

/**
 * Keycloak's SAML, except that a script may end a sign-in before it is completed, and in a Linkgate realm notifies clients of the end of a session; their
 * response is not read.
 */
public abstract class ScriptSamlProtocolFactory extends SamlProtocolFactory {
    private static final String KIND = "saml-protocol";

    @Override
    public LoginProtocol create(KeycloakSession session) {
        if (!Compatibility.isServed()) return super.create(session);
        return new Protocol(getId()).setSession(session);
    }

    @Override
    public void init(Config.Scope config) {
        super.init(config);
        Scripts.require(KIND, getId(), "completing", "notify");
    }

    private static final class Protocol extends SamlProtocol {
        private static final Logger LOG = Logger.getLogger("org.linkgate");
        private final String id;

        Protocol(String id) {
            this.id = id;
        }

        @Override
        public Response authenticated(AuthenticationSessionModel tab, UserSessionModel userSession, ClientSessionContext clientSession) {
            Object ended = ScriptResource.callWithin(session, KIND, id, "completing", session, tab);
            return ended instanceof Response response ? response : super.authenticated(tab, userSession, clientSession);
        }

        @Override
        public Response backchannelLogout(UserSessionModel userSession, AuthenticatedClientSessionModel clientSession) {
            ClientModel client = clientSession.getClient();
            String soapUrl = getLogoutServiceUrl(session, client, SAML_SOAP_BINDING, true);
            String url = soapUrl == null ? getLogoutServiceUrl(session, client, SAML_POST_BINDING, true) : soapUrl;
            // Keycloak logs that there is none.
            if (url == null || !Compatibility.isEnabled(realm)) return super.backchannelLogout(userSession, clientSession);
            try {
                Document request = SAML2Request.convert(createLogoutRequest(url, clientSession, client));
                Scripts.get().call(KIND, id, "notify", session, client, url, soapUrl != null, soapUrl == null ? form(client, request) : envelope(client, request));
                return Response.ok().build();
            } catch (Exception e) {
                LOG.warnf("SAML logout: client \"%s\" was not notified: %s", client.getClientId(), e.getClass().getName());
                return Response.serverError().build();
            }
        }

        private String envelope(ClientModel client, Document request) throws Exception {
            return new String(Soap.createMessage().addToBody(binding(client).soapBinding(request).getDocument()).getBytes(), StandardCharsets.UTF_8);
        }

        private String form(ClientModel client, Document request) throws Exception {
            return GeneralConstants.SAML_REQUEST_KEY + "=" + URLEncoder.encode(binding(client).postBinding(request).encoded(), StandardCharsets.UTF_8)
                + "&BACK_CHANNEL_LOGOUT=BACK_CHANNEL_LOGOUT";
        }

        /** As Keycloak's, which is private. */
        @SuppressWarnings("deprecation")
        private JaxrsSAML2BindingBuilder binding(ClientModel client) {
            SamlClient settings = new SamlClient(client);
            JaxrsSAML2BindingBuilder binding = new JaxrsSAML2BindingBuilder(session);
            if (!settings.requiresRealmSignature()) return binding;
            var keys = session.keys().getActiveRsaKey(realm);
            String name = settings.getXmlSigKeyInfoKeyNameTransformer().getKeyName(keys.getKid(), keys.getCertificate());
            return binding.signatureAlgorithm(settings.getSignatureAlgorithm())
                .signWith(name, keys.getPrivateKey(), keys.getPublicKey(), keys.getCertificate()).signDocument();
        }
    }
}
