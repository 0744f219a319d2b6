package org.linkgate.host;

import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;

/** A factory with nothing to close. The build generates a class with its id for each provider that the scripts declare. */
interface StatelessFactory<T extends Provider> extends ProviderFactory<T>, Provider {
    @Override default void postInit(KeycloakSessionFactory factory) {}
    @Override default void close() {}
}
