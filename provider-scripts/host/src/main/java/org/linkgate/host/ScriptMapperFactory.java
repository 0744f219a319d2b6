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

/** A claim whose value a script gives; null leaves the claim out. */
public abstract class ScriptMapperFactory extends AbstractOIDCProtocolMapper implements OIDCIDTokenMapper, UserInfoTokenMapper {
    private static final String KIND = "protocol-mapper";
    private final String id;

    protected ScriptMapperFactory(String id) {
        this.id = id;
    }

    @Override
    protected void setClaim(IDToken token, ProtocolMapperModel model, UserSessionModel user, KeycloakSession session, ClientSessionContext client) {
        Object value = ScriptResource.callWithin(session, KIND, id, "value", user.getUser());
        if (value != null) token.getOtherClaims().put(text("claim"), value);
    }

    @Override public String getId() { return id; }
    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, id, "value"); }
    @Override public String getDisplayCategory() { return TOKEN_MAPPER_CATEGORY; }
    @Override public String getDisplayType() { return text("displayType"); }
    @Override public String getHelpText() { return text("helpText"); }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        List<ProviderConfigProperty> properties = new ArrayList<>();
        OIDCAttributeMapperHelper.addIncludeInTokensConfig(properties, ScriptMapperFactory.class);
        return properties;
    }

    private String text(String field) {
        return Declarations.of(KIND, id).get(field).asText();
    }
}
