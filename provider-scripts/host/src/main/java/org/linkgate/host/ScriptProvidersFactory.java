package org.linkgate.host;

import java.util.stream.Stream;
import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.IdentityProviderStorageProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.infinispan.idp.InfinispanIdentityProviderStorageProvider;
import org.keycloak.models.cache.infinispan.idp.InfinispanIdentityProviderStorageProviderFactory;

/**
 * Keycloak's cached identity providers. In a Linkgate realm, each has one mapper more, before its own, while a user comes back from it: the only
 * place that sees what every kind of provider has said.
 */
public abstract class ScriptProvidersFactory extends InfinispanIdentityProviderStorageProviderFactory {
    private static final String KIND = "identity-providers";

    @Override
    public IdentityProviderStorageProvider create(KeycloakSession session) {
        if (!Compatibility.isServed()) return super.create(session);
        return new InfinispanIdentityProviderStorageProvider(session) {
            @Override
            public Stream<IdentityProviderMapperModel> getMappersByAliasStream(String alias) {
                Stream<IdentityProviderMapperModel> own = super.getMappersByAliasStream(alias);
                if (!Compatibility.isEnabled(session) || !isBelowRealm(session)) return own;
                return Stream.concat(Stream.of(ScriptIdentityMapperFactory.model(Declarations.text(KIND, getId(), "mapper"), alias)), own);
            }
        };
    }

    /** Administrators see and change only the provider's own. */
    private static boolean isBelowRealm(KeycloakSession session) {
        return session.getContext().getUri().getPath().startsWith("/realms/");
    }

    @Override public abstract String getId();
}
