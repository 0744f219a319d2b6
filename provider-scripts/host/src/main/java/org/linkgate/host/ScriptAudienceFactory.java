package org.linkgate.host;

import java.util.List;
import org.keycloak.Config;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.ProtocolMapperUtils;
import org.keycloak.protocol.oidc.mappers.AbstractOIDCProtocolMapper;
import org.keycloak.protocol.oidc.mappers.OIDCAccessTokenMapper;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.representations.AccessToken;

/** An audience of access tokens; a script decides whether a token has it, and whether it has others. */
public abstract class ScriptAudienceFactory extends AbstractOIDCProtocolMapper implements OIDCAccessTokenMapper {
    private static final String KIND = "audience-mapper";

    @Override
    public AccessToken transformAccessToken(AccessToken token, ProtocolMapperModel model, KeycloakSession session, UserSessionModel user, ClientSessionContext client) {
        String audience = model.getConfig().get(option("name"));
        if (audience == null || audience.isEmpty() || !Compatibility.isServed()) return token;
        switch (String.valueOf(ScriptResource.callWithin(session, KIND, getId(), "use", session, audience))) {
            case "beside-others" -> token.addAudience(audience);
            case "alone" -> token.audience(audience);
            default -> { }
        }
        return token;
    }

    /** After all mappers that add audiences. */
    @Override public int getPriority() { return ProtocolMapperUtils.PRIORITY_SCRIPT_MAPPER + 1; }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "use"); }
    @Override public String getDisplayCategory() { return TOKEN_MAPPER_CATEGORY; }
    @Override public String getDisplayType() { return Declarations.text(KIND, getId(), "displayType"); }
    @Override public String getHelpText() { return Declarations.text(KIND, getId(), "helpText"); }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        return List.of(new ProviderConfigProperty(option("name"), option("label"), option("helpText"), ProviderConfigProperty.STRING_TYPE, null));
    }

    private String option(String field) { return Declarations.of(KIND, getId()).get("option").get(field).asText(); }
}
