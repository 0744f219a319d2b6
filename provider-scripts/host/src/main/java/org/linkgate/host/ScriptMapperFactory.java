package org.linkgate.host;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.Config;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.oidc.mappers.AbstractOIDCProtocolMapper;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;
import org.keycloak.protocol.oidc.mappers.OIDCIDTokenMapper;
import org.keycloak.protocol.oidc.mappers.UserInfoTokenMapper;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.representations.IDToken;

/** A claim whose value a script provides; null omits the claim. */
public abstract class ScriptMapperFactory extends AbstractOIDCProtocolMapper implements OIDCIDTokenMapper, UserInfoTokenMapper {
    private static final String KIND = "protocol-mapper";

    @Override
    protected void setClaim(IDToken token, ProtocolMapperModel model, UserSessionModel user, KeycloakSession session, ClientSessionContext client) {
        if (!Compatibility.isServed()) return;
        Object value = ScriptResource.callWithin(session, KIND, getId(), "value", user.getUser(), session);
        if (value != null) token.getOtherClaims().put(Declarations.text(KIND, getId(), "claim"), value);
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "value"); }
    @Override public String getDisplayCategory() { return TOKEN_MAPPER_CATEGORY; }
    @Override public String getDisplayType() { return Declarations.text(KIND, getId(), "displayType"); }
    @Override public String getHelpText() { return Declarations.text(KIND, getId(), "helpText"); }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        List<ProviderConfigProperty> properties = new ArrayList<>();
        OIDCAttributeMapperHelper.addIncludeInTokensConfig(properties, ScriptMapperFactory.class);
        return properties;
    }
}
