package org.linkgate.host;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.AuthenticationFlowError;
import org.keycloak.authentication.AuthenticationFlowException;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.AuthenticatorFactory;
import org.keycloak.authentication.CredentialValidator;
import org.keycloak.credential.CredentialProvider;
import org.keycloak.models.AuthenticationExecutionModel.Requirement;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ServerInfoAwareProviderFactory;
import org.keycloak.sessions.AuthenticationSessionModel;

/** An authenticator whose steps, texts and settings the scripts define. */
public abstract class ScriptAuthenticatorFactory implements AuthenticatorFactory, Authenticator, StatelessFactory<Authenticator>, ServerInfoAwareProviderFactory {
    private static final String KIND = "authenticator";

    private void step(String function, AuthenticationFlowContext context) {
        if (Compatibility.isServed()) Step.call(getId(), function, context);
        else Unavailable.step(context);
    }

    /** Loaded where Linkgate is served. */
    private static final class Step {
        static void call(String id, String function, AuthenticationFlowContext context) {
            try {
                Scripts.get().call(KIND, id, function, context);
            } catch (Scripts.Failure e) {
                throw new AuthenticationFlowException(AuthenticationFlowError.INTERNAL_ERROR, ScriptErrorMapper.responseTo(context.getSession(), e));
            }
        }
    }

    @Override public void authenticate(AuthenticationFlowContext context) { step("authenticate", context); }
    @Override public void action(AuthenticationFlowContext context) { step("action", context); }
    @Override public Map<String, String> getOperationalInfo() {
        String version = Declarations.ALL.get("version").asText(), untested = Compatibility.untested();
        return untested == null ? Map.of("version", version) : Map.of("version", version, "untested", untested);
    }
    @Override public boolean requiresUser() { return Declarations.of(KIND, getId()).get("requiresUser").asBoolean(); }
    @Override public boolean configuredFor(KeycloakSession session, RealmModel realm, UserModel user) {
        return Compatibility.isServed() && Boolean.TRUE.equals(Scripts.get().call(KIND, getId(), "configuredFor", session, realm, user));
    }
    @Override public void setRequiredActions(KeycloakSession session, RealmModel realm, UserModel user) {}

    @Override
    public Authenticator create(KeycloakSession session) {
        if (requiresUser()) return new NotConfigured(this);
        AuthenticationSessionModel tab = session.getContext().getAuthenticationSession();
        UserModel user = tab == null ? null : tab.getAuthenticatedUser();
        return user == null || !Compatibility.isServed() || Compatibility.isEnabled(tab.getRealm()) || configuredFor(session, tab.getRealm(), user) ? this : new NotConfigured(this);
    }

    /** The authenticator for a user who can't pass it by a page, like a credential that the user hasn't set up: Keycloak doesn't offer it. */
    @SuppressWarnings("rawtypes")
    private record NotConfigured(ScriptAuthenticatorFactory step) implements Authenticator, CredentialValidator<CredentialProvider> {
        @Override public void authenticate(AuthenticationFlowContext context) { step.authenticate(context); }
        @Override public void action(AuthenticationFlowContext context) { step.action(context); }
        @Override public boolean requiresUser() { return step.requiresUser(); }
        @Override public boolean configuredFor(KeycloakSession session, RealmModel realm, UserModel user) { return step.configuredFor(session, realm, user); }
        @Override public void setRequiredActions(KeycloakSession session, RealmModel realm, UserModel user) {}
        @Override public String getType(KeycloakSession session) { return step.getId(); }
        @Override public CredentialProvider getCredentialProvider(KeycloakSession session) { return null; }
        @Override public void close() {}
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "authenticate", "action", "configuredFor"); }
    @Override public String getDisplayType() { return Declarations.text(KIND, getId(), "displayType"); }
    @Override public String getHelpText() { return Declarations.text(KIND, getId(), "helpText"); }
    @Override public String getReferenceCategory() { return Declarations.text(KIND, getId(), "referenceCategory"); }
    @Override public boolean isConfigurable() { return true; }
    @Override public boolean isUserSetupAllowed() { return false; }
    @Override public Requirement[] getRequirementChoices() {
        return requiresUser() ? new Requirement[] { Requirement.ALTERNATIVE, Requirement.DISABLED } : REQUIREMENT_CHOICES;
    }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        return List.of(new ObjectMapper().convertValue(Declarations.of(KIND, getId()).get("settings"), ProviderConfigProperty[].class));
    }
}
