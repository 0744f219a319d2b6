package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/** What the scripts declare: the providers, their settings, and the few values that the host itself needs. */
final class Declarations {
    static final JsonNode ALL = read("providers.json");

    static JsonNode read(String name) {
        try (InputStream in = Declarations.class.getResourceAsStream("/linkgate/" + name)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The declaration of one provider; an undeclared id is a build error. */
    static JsonNode of(String kind, String id) {
        for (JsonNode provider : ALL.get("providers"))
            if (provider.get("kind").asText().equals(kind) && provider.get("id").asText().equals(id)) return provider;
        throw new IllegalStateException("Linkgate: the scripts declare no " + kind + " \"" + id + "\"");
    }

    static String text(String kind, String id, String field) {
        return of(kind, id).get(field).asText();
    }

    /** Whether this request's realm, if it has one yet, is a Linkgate realm. */
    static boolean enabled(KeycloakSession session) {
        return enabled(session.getContext().getRealm());
    }

    static boolean enabled(RealmModel realm) {
        return realm != null && realm.getAttribute(ALL.get("enabledBy").asText(), false);
    }
}
