package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The scripts' declarations: providers, their settings, and the few values that the host itself needs. */
final class Declarations {
    static final JsonNode ALL = read("providers.json");

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
}
