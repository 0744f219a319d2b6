package org.linkgate.host;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.keycloak.Config;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** Creates Linkgate's tables in Keycloak's own Liquibase run, and starts the background work. */
public final class Tables implements JpaEntityProviderFactory, JpaEntityProvider, StatelessFactory<JpaEntityProvider> {
    private long upkeepSeconds;

    @Override public List<Class<?>> getEntities() { return List.of(); }
    @Override public String getChangelogLocation() { return !Compatibility.isServed() ? null : "META-INF/linkgate-changelog.xml"; }
    @Override public String getFactoryId() { return getId(); }

    @Override public String getId() { return "linkgate"; }
    @Override public JpaEntityProvider create(KeycloakSession session) { return this; }
    @Override public void init(Config.Scope config) {
        if (Compatibility.isServed()) upkeepSeconds = config.getLong("upkeepSeconds", Declarations.ALL.get("runtime").get("upkeepSeconds").asLong());
    }
    @Override public void postInit(KeycloakSessionFactory factory) {
        if (Compatibility.isServed()) Upkeep.listen(factory, TimeUnit.SECONDS.toMillis(upkeepSeconds));
    }
}
