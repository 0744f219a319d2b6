package org.linkgate.host;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.resources.KeycloakApplication;

/** Linkgate's line in Keycloak's `/health/ready`: the script runs and finds what it needs. A server that is busy is ready all the same. */
@Readiness
@ApplicationScoped
public class ScriptHealthCheck implements HealthCheck {
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("Linkgate").status(isReady()).build();
    }

    private static boolean isReady() {
        KeycloakSessionFactory factory = KeycloakApplication.getSessionFactory();
        if (factory == null) return false;
        try {
            KeycloakModelUtils.runJobInTransaction(factory, session -> {
                session.getTransactionManager().setRollbackOnly();
                Scripts.get().call(Scripts.SERVER, Scripts.SERVER_ID, "ready", session);
            });
            return true;
        } catch (Scripts.Overload e) {
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
