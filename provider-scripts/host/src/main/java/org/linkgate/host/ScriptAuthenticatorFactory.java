package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.AuthenticationFlowError;
import org.keycloak.authentication.AuthenticationFlowException;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.AuthenticatorFactory;
import org.keycloak.models.AuthenticationExecutionModel.Requirement;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** An authenticator whose steps, texts and settings the scripts give. */
public abstract class ScriptAuthenticatorFactory implements AuthenticatorFactory, Authenticator, ServerInfoAwareProviderFactory {
    private static final String KIND = "authenticator";
    private final String id;

    protected ScriptAuthenticatorFactory(String id) {
        this.id = id;
    }

    private void step(String function, AuthenticationFlowContext context) {
        try {
            Scripts.get().call(KIND, id, function, context);
        } catch (Scripts.Failure e) {
            throw new AuthenticationFlowException(AuthenticationFlowError.INTERNAL_ERROR, ScriptErrorMapper.answer(context.getSession(), e));
        }
    }

    @Override public void authenticate(AuthenticationFlowContext context) { step("authenticate", context); }
    @Override public void action(AuthenticationFlowContext context) { step("action", context); }
    @Override public Map<String, String> getOperationalInfo() { return Map.of("version", Declarations.ALL.get("version").asText()); }
    @Override public boolean requiresUser() { return false; }
    @Override public boolean configuredFor(KeycloakSession session, RealmModel realm, UserModel user) { return true; }
    @Override public void setRequiredActions(KeycloakSession session, RealmModel realm, UserModel user) {}

    @Override public String getId() { return id; }
    @Override public Authenticator create(KeycloakSession session) { return this; }
    @Override public void init(Config.Scope config) { Scripts.get().require(KIND, id, "authenticate", "action"); }
    @Override public void postInit(KeycloakSessionFactory factory) {}
    @Override public void close() {}
    @Override public String getDisplayType() { return text("displayType"); }
    @Override public String getHelpText() { return text("helpText"); }
    @Override public String getReferenceCategory() { return text("referenceCategory"); }
    @Override public boolean isConfigurable() { return true; }
    @Override public boolean isUserSetupAllowed() { return false; }
    @Override public Requirement[] getRequirementChoices() { return REQUIREMENT_CHOICES; }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        List<ProviderConfigProperty> properties = new ArrayList<>();
        for (JsonNode setting : Declarations.of(KIND, id).get("settings")) {
            ProviderConfigProperty property = new ProviderConfigProperty(setting.get("name").asText(), setting.get("label").asText(),
                setting.get("helpText").asText(), setting.get("type").asText(), setting.get("defaultValue").asText());
            List<String> options = new ArrayList<>();
            setting.path("options").forEach(option -> options.add(option.asText()));
            if (!options.isEmpty()) property.setOptions(options);
            properties.add(property);
        }
        return properties;
    }

    private String text(String field) {
        return Declarations.of(KIND, id).get(field).asText();
    }
}
