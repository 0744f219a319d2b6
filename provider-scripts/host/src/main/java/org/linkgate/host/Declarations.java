package org.linkgate.host;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/** The scripts' declarations: providers, their settings, and the few values that the host itself needs. */
final class Declarations {
    static final JsonNode ALL = read("providers.json");
    private static final String SWITCH = ALL.get("enabledBy").asText();
    private static final List<String> OFF = new ObjectMapper().convertValue(ALL.get("disabledBy"), new TypeReference<>() {});

    static JsonNode read(String name) {
        try (InputStream in = Declarations.class.getResourceAsStream("/linkgate/" + name)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the declaration of one provider; an undeclared id is a build error. */
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
        String value = realm == null ? null : realm.getAttribute(SWITCH);
        return value != null && !OFF.contains(value);
    }
}
