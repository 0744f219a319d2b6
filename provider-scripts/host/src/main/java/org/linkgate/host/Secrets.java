package org.linkgate.host;

import java.util.regex.Pattern;
import org.keycloak.models.KeycloakSession;
import org.keycloak.vault.VaultStringSecret;

/** Secrets in Keycloak's vault. */
public final class Secrets {
    /** The vault doesn't give a secret, or one that no login can have. */
    public static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Without the cause's text, which may contain what the vault was asked for. */
        Missing() {
            super("no such secret");
        }
    }

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{vault\\..+}");
    private static final Pattern USABLE = Pattern.compile("\\P{Cntrl}+");

    private Secrets() {}

    /** Whether a text refers to the vault. */
    static boolean isReference(String text) {
        return text != null && REFERENCE.matcher(text).matches();
    }

    /** The secret that a text refers to, without the white space around it. */
    public static String of(KeycloakSession session, String reference) {
        String secret;
        try (VaultStringSecret found = session.vault().getStringSecret(reference)) {
            secret = found.get().orElse("").trim();
        } catch (RuntimeException e) {
            throw new Missing();
        }
        if (!isReference(reference) || !USABLE.matcher(secret).matches()) throw new Missing();
        return secret;
    }

    /** Whether the vault gives the secret. */
    public static boolean has(KeycloakSession session, String reference) {
        try {
            of(session, reference);
            return true;
        } catch (Missing e) {
            return false;
        }
    }
}
