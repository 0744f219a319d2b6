package org.linkgate.host;

import jakarta.mail.internet.MimeMessage;
import org.keycloak.models.KeycloakSession;

/**
 * A finished message that a script hands over, with the function that goes on once it is sent or not.
 *
 * @param authenticator the name of Keycloak's way to sign in at the mail server
 * @param deadlineMillis for waiting and sending together
 * @param next the function of the same provider that is called with the outcome (`sent`, `failed`, `late`, `busy`) and the state
 */
public record Mail(MimeMessage message, MailServer server, String authenticator, long deadlineMillis, String next, String state)
    implements Errand {
    @Override
    public String run(KeycloakSession session) {
        return Mailer.send(session, server, authenticator, message, deadlineMillis);
    }
}
