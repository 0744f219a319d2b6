package org.linkgate.host;

import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserSessionModel;
import org.keycloak.services.managers.AuthenticationManager;
import org.keycloak.services.managers.UserConsentManager;

/**
 * Ends a session as Keycloak does, which tells relying parties by HTTP; with a client, the person's consent to that client and its part
 * of all sessions. The outcome is `ended`, or `nothing` where there was no consent.
 */
public record SignOut(UserSessionModel live, ClientModel client, String next, String state) implements Errand {
    @Override
    public String run(KeycloakSession session) {
        if (client != null) return UserConsentManager.revokeConsentToClient(session, client, live.getUser()) ? "ended" : "nothing";
        AuthenticationManager.backchannelLogout(session, live, true);
        return "ended";
    }
}
