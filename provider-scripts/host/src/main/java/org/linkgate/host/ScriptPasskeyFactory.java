package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.authentication.CredentialRegistrator;
import org.keycloak.authentication.InitiatedActionSupport;
import org.keycloak.authentication.RequiredActionContext;
import org.keycloak.authentication.RequiredActionProvider;
import org.keycloak.authentication.requiredactions.WebAuthnPasswordlessRegisterFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.sessions.AuthenticationSessionModel;

/**
 * Keycloak's action that sets up a passkey. In a Linkgate realm, and in a tab of any other whose step offers one, a script offers it, and responds
 * to its forms before Keycloak does.
 */
public abstract class ScriptPasskeyFactory extends WebAuthnPasswordlessRegisterFactory {
    private static final String KIND = "passkey";

    @Override
    public RequiredActionProvider create(KeycloakSession session) {
        RequiredActionProvider stock = super.create(session);
        return Compatibility.isServed() ? new Offered(getId(), session, stock) : stock;
    }

    private record Offered(String id, KeycloakSession session, RequiredActionProvider stock) implements RequiredActionProvider, CredentialRegistrator {
        private boolean isOffered(RequiredActionContext context) {
            return Compatibility.isEnabled(session) || context.getAuthenticationSession().getAuthNote(Declarations.text(KIND, id, "ableNote")) != null;
        }

        private Object call(String function, RequiredActionContext context) {
            return ScriptResource.callWithin(session, KIND, id, function, context);
        }

        @Override
        public void evaluateTriggers(RequiredActionContext context) {
            stock.evaluateTriggers(context);
            if (isOffered(context)) call("evaluate", context);
        }

        @Override
        public void requiredActionChallenge(RequiredActionContext context) {
            stock.requiredActionChallenge(context);
            if (isOffered(context)) call("challenge", context);
        }

        @Override
        public void processAction(RequiredActionContext context) {
            boolean isOffered = isOffered(context);
            Object handling = isOffered ? call("respond", context) : "keycloak";
            if ("again".equals(handling)) requiredActionChallenge(context);
            if (!"keycloak".equals(handling)) return;
            stock.processAction(context);
            if (isOffered && context.getStatus() == RequiredActionContext.Status.SUCCESS) call("added", context);
        }

        @Override public String getCredentialType(KeycloakSession session, AuthenticationSessionModel tab) { return ((CredentialRegistrator) stock).getCredentialType(session, tab); }
        @Override public InitiatedActionSupport initiatedActionSupport() { return stock.initiatedActionSupport(); }
        @Override public int getMaxAuthAge(KeycloakSession session) { return stock.getMaxAuthAge(session); }
        @Override public void close() { stock.close(); }
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "evaluate", "challenge", "respond", "added"); }
}
