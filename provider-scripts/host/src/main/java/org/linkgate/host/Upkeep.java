package org.linkgate.host;

import org.keycloak.models.ClientModel.ClientCreationEvent;
import org.keycloak.models.ClientModel.ClientUpdatedEvent;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.UserModel.UserPreRemovedEvent;
import org.keycloak.models.UserModel.UserRemovedEvent;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.services.scheduled.ClusterAwareScheduledTaskRunner;
import org.keycloak.services.scheduled.ScheduledTaskRunner;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/** Runs the scripts' periodic clean-up on one node at a time, what they do when a client changes or an account is deleted, and each node's storing of counts. */
record Upkeep(String function) implements ScheduledTask {
    private static final String KIND = "upkeep";
    private static final long FLUSH_MILLIS = Declarations.ALL.get("runtime").get("flushMillis").asLong();

    /** Called when the server starts. */
    static void listen(KeycloakSessionFactory factory, long intervalMillis) {
        Scripts.require(KIND, Scripts.ID, "step", "flush", "clientCreated", "clientUpdated", "accountRemoving", "accountRemoved");
        Scripts.require(Nodes.KIND, Scripts.ID, "report", "receive");
        factory.register(event -> {
            if (event instanceof ClientCreationEvent created && Compatibility.isEnabled(created.getCreatedClient().getRealm()))
                Scripts.get().call(KIND, Scripts.ID, "clientCreated", created.getKeycloakSession(), created.getCreatedClient());
            if (event instanceof ClientUpdatedEvent updated && Compatibility.isEnabled(updated.getUpdatedClient().getRealm()))
                Scripts.get().call(KIND, Scripts.ID, "clientUpdated", updated.getKeycloakSession(), updated.getUpdatedClient());
            if (event instanceof UserPreRemovedEvent removed && Compatibility.isEnabled(removed.getRealm()))
                Scripts.get().call(KIND, Scripts.ID, "accountRemoving", removed.getKeycloakSession(), removed.getUser());
            if (event instanceof UserRemovedEvent removed)
                Scripts.get().call(KIND, Scripts.ID, "accountRemoved", removed.getKeycloakSession(), removed.getRealm(), removed.getUser());
            if (event instanceof PostMigrationEvent) try (KeycloakSession session = factory.create()) {
                Scripts.get().requireCompatible("migrated", session);
                TimerProvider timer = session.getProvider(TimerProvider.class);
                timer.schedule(new ClusterAwareScheduledTaskRunner(factory, new Upkeep("step"), intervalMillis), intervalMillis, "linkgate-upkeep");
                timer.schedule(new ScheduledTaskRunner(factory, new Upkeep("flush")), FLUSH_MILLIS, "linkgate-flush");
                Nodes.listen(session);
                ScriptHealthCheck.started = factory;
            }
        });
    }

    /** Stores this node's counts. */
    static void flush(KeycloakSessionFactory factory) {
        new ScheduledTaskRunner(factory, new Upkeep("flush")).run();
    }

    /** Runs bounded steps until the script returns that nothing is left to do. */
    @Override
    public void run(KeycloakSession session) {
        while (Boolean.TRUE.equals(Scripts.get().call(KIND, Scripts.ID, function, session))) Thread.yield();
    }
}
