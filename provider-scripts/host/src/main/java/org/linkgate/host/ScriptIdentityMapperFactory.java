package org.linkgate.host;

import java.util.HashMap;
import java.util.List;
import org.keycloak.Config;
import org.keycloak.broker.provider.AbstractIdentityProviderMapper;
import org.keycloak.broker.provider.BrokeredIdentityContext;
import org.keycloak.models.IdentityProviderMapperModel;
import org.keycloak.models.IdentityProviderMapperSyncMode;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.ProviderConfigProperty;

/** Passes who comes back from an identity provider to a script, before the provider's own mappers. No provider lists it ({@link ScriptProvidersFactory}). */
public abstract class ScriptIdentityMapperFactory extends AbstractIdentityProviderMapper {
    private static final String KIND = "identity-mapper";

    /** The mapper as Keycloak finds it for a provider. */
    static IdentityProviderMapperModel model(String id, String alias) {
        IdentityProviderMapperModel model = new IdentityProviderMapperModel();
        model.setId(id);
        model.setName(id);
        model.setIdentityProviderAlias(alias);
        model.setIdentityProviderMapper(id);
        model.setConfig(new HashMap<>());
        model.setSyncMode(IdentityProviderMapperSyncMode.IMPORT);
        return model;
    }

    @Override
    public void preprocessFederatedIdentity(KeycloakSession session, RealmModel realm, IdentityProviderMapperModel model, BrokeredIdentityContext context) {
        ScriptResource.callWithin(session, KIND, getId(), "arrived", session, context);
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "arrived"); }
    @Override public String[] getCompatibleProviders() { return new String[0]; }
    @Override public String getDisplayCategory() { return Declarations.text(KIND, getId(), "displayType"); }
    @Override public String getDisplayType() { return Declarations.text(KIND, getId(), "displayType"); }
    @Override public String getHelpText() { return Declarations.text(KIND, getId(), "helpText"); }
    @Override public List<ProviderConfigProperty> getConfigProperties() { return List.of(); }
}
