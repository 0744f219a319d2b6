package org.linkgate.host;

import java.util.Map;
import org.keycloak.compatibility.CompatibilityMetadataProvider;

/** Reports the version of Linkgate's tables to Keycloak's rolling-update check. */
public final class TablesVersion implements CompatibilityMetadataProvider {
    @Override public Map<String, String> metadata() { return Map.of("schema", Declarations.ALL.get("schema").asText()); }
    @Override public String getId() { return "linkgate"; }
}
