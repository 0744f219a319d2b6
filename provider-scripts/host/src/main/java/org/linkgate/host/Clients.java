package org.linkgate.host;

import java.util.HashMap;
import java.util.Map;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.protocol.oidc.OIDCClientSecretConfigWrapper;

/** Clients, each function by one call of a script. */
public final class Clients {
    private Clients() {}

    /** What a client of the realm is; null if it has none with this identifier. */
    public static Map<String, Object> find(RealmModel realm, String clientId) {
        ClientModel client = realm.getClientByClientId(clientId);
        return client == null ? null : read(client);
    }

    /** What a client is, with its model. Some values may be null. */
    public static Map<String, Object> read(ClientModel client) {
        Map<String, Object> read = new HashMap<>();
        read.put("model", client);
        read.put("clientId", client.getClientId());
        read.put("enabled", client.isEnabled());
        read.put("bearerOnly", client.isBearerOnly());
        read.put("publicClient", client.isPublicClient());
        read.put("standardFlow", client.isStandardFlowEnabled());
        read.put("serviceAccounts", client.isServiceAccountsEnabled());
        read.put("protocol", client.getProtocol());
        read.put("authenticator", client.getClientAuthenticatorType());
        read.put("attributes", client.getAttributes());
        return read;
    }

    /** Whether Keycloak accepts a secret of the client: its own, or the one before that, if Keycloak keeps one; false for a client without. */
    public static boolean hasSecret(KeycloakSession session, ClientModel client, String secret) {
        if (client.getSecret() == null) return false;
        OIDCClientSecretConfigWrapper stored = OIDCClientSecretConfigWrapper.fromClientModel(client);
        return (stored.validateSecret(session, secret) || stored.validateRotatedSecret(session, secret)) && !stored.isClientSecretExpired();
    }
}
