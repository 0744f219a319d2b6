package org.linkgate.host;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.models.utils.PostMigrationEvent;

/** Linkgate's line in Keycloak's `/health/ready`: the script runs and finds what it needs. */
@Readiness
@ApplicationScoped
public class ScriptHealthCheck implements HealthCheck {
    private static volatile KeycloakSessionFactory started;

    /** Begins with the server: until that is ready for requests, there is nothing to ask. */
    static void listen(KeycloakSessionFactory factory) {
        factory.register(event -> { if (event instanceof PostMigrationEvent) started = factory; });
    }

    @Override
    public HealthCheckResponse call() {
        Map<?, ?> found = found();
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("Linkgate").status(!found.containsKey("problem"));
        found.forEach((name, text) -> answer.withData(name.toString(), text.toString()));
        return answer.build();
    }

    private static Map<?, ?> found() {
        KeycloakSessionFactory factory = started;
        if (factory == null) return Map.of("problem", "the server is starting");
        try {
            return KeycloakModelUtils.runJobInTransactionWithResult(factory, session -> {
                session.getTransactionManager().setRollbackOnly();
                return (Map<?, ?>) Scripts.get().call(Scripts.SERVER, Scripts.ID, "ready", session);
            });
        } catch (RuntimeException e) {
            return Map.of("problem", "the check failed");
        }
    }
}
