package org.linkgate.host;

import jakarta.mail.internet.MimeMessage;
import java.util.Map;
import org.keycloak.models.KeycloakSession;

/**
 * A finished message that a script hands over, with the function that goes on once it is sent or not.
 *
 * @param smtp the mail server's settings, as Keycloak stores them
 * @param authenticator the name of Keycloak's way to sign in at the mail server
 * @param deadlineMillis for the whole sending
 * @param next the function of the same provider that is called with the outcome (`sent`, `failed`, `late`, `busy`) and the state
 */
public record Mail(MimeMessage message, Map<String, String> smtp, String authenticator, long deadlineMillis, String next, String state)
    implements Errand {
    public Mail {
        smtp = Map.copyOf(smtp);
    }

    @Override
    public String run(KeycloakSession session) {
        return Mailer.send(session, this);
    }
}
