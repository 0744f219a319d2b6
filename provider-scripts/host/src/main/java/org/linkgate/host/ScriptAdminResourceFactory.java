package org.linkgate.host;

import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** A path under a realm's admin API; the script decides which other realms than Linkgate's have it, receives the caller's permissions and must check them. */
public abstract class ScriptAdminResourceFactory implements AdminRealmResourceProviderFactory, AdminRealmResourceProvider, StatelessFactory<AdminRealmResourceProvider> {
    private static final String KIND = "admin-resource";

    @Override
    public Object getResource(KeycloakSession session, RealmModel realm, AdminPermissionEvaluator auth, AdminEventBuilder event) {
        if (!Compatibility.isServed()) return Unavailable.isFor(realm) ? new ScriptResource(session, KIND, getId(), auth) : null;
        boolean serves = Compatibility.isEnabled(session) || Boolean.TRUE.equals(ScriptResource.callWithin(session, KIND, getId(), "serves", session));
        return serves ? new ScriptResource(session, KIND, getId(), auth) : null;
    }

    @Override public AdminRealmResourceProvider create(KeycloakSession session) { return this; }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "handle", "serves"); }
}
