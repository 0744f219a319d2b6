package org.linkgate.host;

import java.util.Map;
import org.keycloak.models.KeycloakSession;

/**
 * A finished message that a script hands over, with the function that goes on once it is sent or not.
 *
 * @param smtp the mail server's settings, as Keycloak's e-mail sender takes them
 * @param deadlineMillis for the whole sending
 * @param next the function of the same provider that is called with the outcome (`sent`, `failed`, `late`, `busy`) and the state
 */
public record Mail(Map<String, String> smtp, String to, String subject, String text, String html,
                   long deadlineMillis, String next, String state) implements Errand {
    public Mail {
        smtp = Map.copyOf(smtp);
    }

    @Override
    public String run(KeycloakSession session) {
        return Mailer.send(session, this);
    }
}
