package org.linkgate.host;

import java.util.Locale;
import org.keycloak.Config;
import org.keycloak.locale.DefaultLocaleSelectorProvider;
import org.keycloak.locale.LocaleSelectorProvider;
import org.keycloak.locale.LocaleSelectorProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;

/** Selects the language of pages and emails: by a script in a Linkgate realm, by Keycloak in others and if the script fails. */
public abstract class ScriptLocaleFactory implements LocaleSelectorProviderFactory, StatelessFactory<LocaleSelectorProvider> {
    private static final String KIND = "locale-selector";

    @Override
    public LocaleSelectorProvider create(KeycloakSession session) {
        if (!Compatibility.isServed()) return stock(session);
        return new DefaultLocaleSelectorProvider(session) {
            @Override
            public Locale resolveLocale(RealmModel realm, UserModel user, boolean ignoreAcceptLanguageHeader) {
                Object tag = null;
                try {
                    if (Compatibility.isEnabled(session)) tag = Scripts.get().call(KIND, getId(), "select", session, realm, user, ignoreAcceptLanguageHeader);
                } catch (Scripts.Failure e) {
                    // A page in another language is better than none; the log has the reason.
                }
                return tag == null ? super.resolveLocale(realm, user, ignoreAcceptLanguageHeader) : Locale.forLanguageTag(tag.toString());
            }
        };
    }

    private LocaleSelectorProvider stock(KeycloakSession session) {
        return session.getKeycloakSessionFactory().getProviderFactoriesStream(LocaleSelectorProvider.class)
            .filter(factory -> factory != this).map(factory -> (LocaleSelectorProvider) factory.create(session)).findFirst().orElseThrow();
    }

    @Override public int order() { return Integer.parseInt(Compatibility.DECLARED.getProperty("order")); }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "select"); }
}
