package org.linkgate.host;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Linkgate's check in Keycloak's `/health/ready`: the script runs and finds its dependencies. */
@Readiness
@ApplicationScoped
public class ScriptHealthCheck implements HealthCheck {
    /** Set once the server is ready for requests; until then there is nothing to check. */
    static volatile KeycloakSessionFactory started;

    @Override
    public HealthCheckResponse call() {
        Map<?, ?> found = found();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Linkgate").status(!found.containsKey("problem"));
        found.forEach((name, text) -> response.withData(name.toString(), text.toString()));
        if (Compatibility.untested() != null) response.withData("untested", Compatibility.untested());
        return response.build();
    }

    /** Stores this node's counts at shutdown, before later observers of the event close Keycloak's resources. */
    void stop(@Observes @Priority(1) ShutdownEvent event) {
        if (started != null) Upkeep.flush(started);
    }

    private static Map<?, ?> found() {
        // Other realms are served.
        if (!Compatibility.isServed()) return Map.of("unavailable", Compatibility.problem());
        if (started == null) return Map.of("problem", "the server is starting");
        try {
            return KeycloakModelUtils.runJobInTransactionWithResult(started, session -> {
                session.getTransactionManager().setRollbackOnly();
                return (Map<?, ?>) Scripts.get().call(Scripts.SERVER, Scripts.ID, "ready", session);
            });
        } catch (RuntimeException e) {
            return Map.of("problem", "the check failed");
        }
    }
}
