package org.linkgate.host;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.email.EmailException;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.email.EmailSenderProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderFactory;

/**
 * Keycloak's emails: a script sends those that it takes, and whatever is installed beside Linkgate all others. Keycloak asks this one, unless the
 * operator names another one (`--spi-email-sender--provider`).
 */
public abstract class ScriptSenderFactory implements EmailSenderProviderFactory, StatelessFactory<EmailSenderProvider> {
    private static final String KIND = "email-sender";
    private static final String SENT = "";

    @Override
    public EmailSenderProvider create(KeycloakSession session) {
        return new Sender(session, getId(), session.getProvider(EmailSenderProvider.class, idWithout(session)));
    }

    /** The sender that Keycloak would ask without Linkgate. */
    public static EmailSenderProvider installed(KeycloakSession session) {
        EmailSenderProvider used = session.getProvider(EmailSenderProvider.class);
        return used instanceof Sender own ? own.installed : used;
    }

    /** Whether Keycloak's emails come here. */
    public static boolean isUsed(KeycloakSession session) {
        return session.getProvider(EmailSenderProvider.class) instanceof Sender;
    }

    /** The id of the sender without this one, by Keycloak's own rule: the only one, else the one with the highest order, if that is one, else the default. */
    private static String idWithout(KeycloakSession session) {
        List<ProviderFactory<?>> others = session.getKeycloakSessionFactory().getProviderFactoriesStream(EmailSenderProvider.class)
            .filter(factory -> !(factory instanceof ScriptSenderFactory)).<ProviderFactory<?>>map(factory -> factory).toList();
        ProviderFactory<?> first = others.stream().max(Comparator.comparingInt(factory -> factory.order())).orElseThrow();
        return others.size() == 1 || first.order() > 0 ? first.getId() : "default";
    }

    /** Before any other. */
    @Override public int order() { return Integer.MAX_VALUE; }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "takes", "send"); }

    private record Sender(KeycloakSession session, String id, EmailSenderProvider installed) implements EmailSenderProvider {
        @Override
        public void send(Map<String, String> config, UserModel user, String subject, String text, String html) throws EmailException {
            if (!takes(config)) {
                installed.send(config, user, subject, text, html);
                return;
            }
            if (user.getEmail() == null) throw new EmailException("No email address configured for the user");
            send(user.getEmail(), user, subject, text, html);
        }

        @Override
        public void send(Map<String, String> config, String address, String subject, String text, String html) throws EmailException {
            if (takes(config)) send(address, null, subject, text, html);
            else installed.send(config, address, subject, text, html);
        }

        /** A script that fails takes none: an email by another way is better than none, and the log has the reason. */
        private boolean takes(Map<String, String> config) {
            if (!Compatibility.isServed()) return false;
            try {
                return Boolean.TRUE.equals(Scripts.get().call(KIND, id, "takes", session, config));
            } catch (Scripts.Failure e) {
                return false;
            }
        }

        private void send(String address, UserModel user, String subject, String text, String html) throws EmailException {
            Object failure;
            try {
                failure = Scripts.get().call(KIND, id, "send", session, address, user, subject, text == null ? "" : text,
                    html == null ? "" : html);
            } catch (Scripts.Failure e) {
                throw new EmailException("Error when attempting to send the email. More information is available in the server log.", e);
            }
            if (!SENT.equals(String.valueOf(failure))) throw new EmailException(String.valueOf(failure));
        }

        @Override public void validate(Map<String, String> config) throws EmailException { installed.validate(config); }
        @Override public void close() {}
    }
}
