package org.linkgate.host;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.Config;
import org.keycloak.models.AuthenticatedClientSessionModel;
import org.keycloak.models.RealmModel;
import org.keycloak.protocol.oidc.mappers.AmrProtocolMapper;

/** Keycloak's mapper of the claim {@code amr}; in a Linkgate realm, a script lists the methods of a session. */
public abstract class ScriptMethodsMapperFactory extends AmrProtocolMapper {
    private static final String KIND = "methods-mapper";

    @Override
    protected List<String> getAmr(AuthenticatedClientSessionModel clientSession, RealmModel realm) {
        if (!Compatibility.isServed() || !Compatibility.isEnabled(realm)) return super.getAmr(clientSession, realm);
        List<String> methods = new ArrayList<>();
        for (Object method : (List<?>) Scripts.get().call(KIND, getId(), "list", clientSession.getUserSession(), realm)) methods.add(method.toString());
        return methods;
    }

    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "list"); }
}
