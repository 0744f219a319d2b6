package org.linkgate.host;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.DefaultKeycloakSessionFactory;
import org.keycloak.services.resources.KeycloakApplication;

/** Linkgate's line in Keycloak's `/health/ready`: the script runs and finds what it needs. */
@Readiness
@ApplicationScoped
public class ScriptHealthCheck implements HealthCheck {
    @Override
    public HealthCheckResponse call() {
        String problem = problem();
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("Linkgate").status(problem == null);
        if (problem != null) answer.withData("problem", problem);
        return answer.build();
    }

    private static String problem() {
        DefaultKeycloakSessionFactory factory = KeycloakApplication.getSessionFactory();
        if (factory == null || !factory.isBootstrapCompleted()) return "the server is starting";
        try {
            return KeycloakModelUtils.runJobInTransactionWithResult(factory, session -> {
                session.getTransactionManager().setRollbackOnly();
                Object problem = Scripts.get().call(Scripts.SERVER, Scripts.SERVER_ID, "ready", session);
                return problem == null ? null : problem.toString();
            });
        } catch (RuntimeException e) {
            return "the check failed";
        }
    }
}
