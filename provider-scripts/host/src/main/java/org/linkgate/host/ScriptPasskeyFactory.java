package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.authentication.CredentialRegistrator;
import org.keycloak.authentication.InitiatedActionSupport;
import org.keycloak.authentication.RequiredActionContext;
import org.keycloak.authentication.RequiredActionProvider;
import org.keycloak.authentication.requiredactions.WebAuthnPasswordlessRegisterFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.sessions.AuthenticationSessionModel;

/** Keycloak's action that sets up a passkey; in a Linkgate realm, a script offers it, and responds to its forms before Keycloak does. */
public abstract class ScriptPasskeyFactory extends WebAuthnPasswordlessRegisterFactory {
    private static final String KIND = "passkey";

    @Override
    public RequiredActionProvider create(KeycloakSession session) {
        RequiredActionProvider stock = super.create(session);
        return Compatibility.isServed() && Compatibility.isEnabled(session) ? new Offered(getId(), session, stock) : stock;
    }

    private record Offered(String id, KeycloakSession session, RequiredActionProvider stock) implements RequiredActionProvider, CredentialRegistrator {
        private Object call(String function, RequiredActionContext context) {
            return ScriptResource.callWithin(session, KIND, id, function, context);
        }

        @Override public void evaluateTriggers(RequiredActionContext context) { call("evaluate", context); }

        @Override
        public void requiredActionChallenge(RequiredActionContext context) {
            stock.requiredActionChallenge(context);
            call("challenge", context);
        }

        @Override
        public void processAction(RequiredActionContext context) {
            Object handling = call("respond", context);
            if ("again".equals(handling)) requiredActionChallenge(context);
            if (!"keycloak".equals(handling)) return;
            stock.processAction(context);
            if (context.getStatus() == RequiredActionContext.Status.SUCCESS) call("added", context);
        }

        @Override public String getCredentialType(KeycloakSession session, AuthenticationSessionModel tab) { return ((CredentialRegistrator) stock).getCredentialType(session, tab); }
        @Override public InitiatedActionSupport initiatedActionSupport() { return stock.initiatedActionSupport(); }
        @Override public int getMaxAuthAge(KeycloakSession session) { return stock.getMaxAuthAge(session); }
        @Override public void close() { stock.close(); }
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "evaluate", "challenge", "respond", "added"); }
}
