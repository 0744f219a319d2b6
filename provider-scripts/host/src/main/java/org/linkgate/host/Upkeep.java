package org.linkgate.host;

import java.util.concurrent.TimeUnit;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.UserModel.UserRemovedEvent;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.services.scheduled.ClusterAwareScheduledTaskRunner;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/** Has the scripts tidy up: at intervals, on one node of the cluster at a time, and when an account is removed. */
final class Upkeep implements ScheduledTask {
    private static final String KIND = "upkeep";
    private static final String ID = "linkgate";
    private final long intervalMillis;

    Upkeep(long intervalSeconds) {
        intervalMillis = TimeUnit.SECONDS.toMillis(intervalSeconds);
    }

    void listen(KeycloakSessionFactory factory) {
        Scripts.get().require(KIND, ID, "step", "accountRemoved");
        factory.register(this::hear);
    }

    private void hear(ProviderEvent event) {
        if (event instanceof PostMigrationEvent started) {
            KeycloakSessionFactory factory = started.getFactory();
            try (KeycloakSession session = factory.create()) {
                session.getProvider(TimerProvider.class)
                    .schedule(new ClusterAwareScheduledTaskRunner(factory, this, intervalMillis), intervalMillis);
            }
        } else if (event instanceof UserRemovedEvent removed) {
            Scripts.get().call(KIND, ID, "accountRemoved", removed.getKeycloakSession(), removed.getRealm(), removed.getUser());
        }
    }

    /** One bounded step after another, until a script says that nothing is left to do. */
    @Override
    public void run(KeycloakSession session) {
        while (Boolean.TRUE.equals(Scripts.get().call(KIND, ID, "step", session))) Thread.yield();
    }
}
