package org.linkgate.host;

import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.UserModel.UserRemovedEvent;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.services.scheduled.ClusterAwareScheduledTaskRunner;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/** Lets the scripts clean up: at intervals, on one node of the cluster at a time, and when an account is removed. */
final class Upkeep implements ScheduledTask {
    private static final String KIND = "upkeep";

    /** Starts with the server. */
    static void listen(KeycloakSessionFactory factory, long intervalMillis) {
        Scripts.get().require(KIND, Scripts.ID, "step", "accountRemoved");
        factory.register(event -> {
            if (event instanceof UserRemovedEvent removed)
                Scripts.get().call(KIND, Scripts.ID, "accountRemoved", removed.getKeycloakSession(), removed.getRealm(), removed.getUser());
            if (!(event instanceof PostMigrationEvent)) return;
            try (KeycloakSession session = factory.create()) {
                session.getProvider(TimerProvider.class)
                    .schedule(new ClusterAwareScheduledTaskRunner(factory, new Upkeep(), intervalMillis), intervalMillis);
            }
        });
    }

    /** One bounded step after another, until a script says that nothing is left to do. */
    @Override
    public void run(KeycloakSession session) {
        while (Boolean.TRUE.equals(Scripts.get().call(KIND, Scripts.ID, "step", session))) Thread.yield();
    }
}
