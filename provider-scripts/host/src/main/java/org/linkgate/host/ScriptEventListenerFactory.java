package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import org.keycloak.Config;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/**
 * Passes the events that scripts declare to them, in a Linkgate realm, whichever listeners it has; administrators' also in the realm of those who
 * administer all realms. Keycloak logs a failure, and goes on.
 */
public abstract class ScriptEventListenerFactory implements EventListenerProviderFactory, StatelessFactory<EventListenerProvider> {
    private static final String KIND = "event-listener";

    @Override public EventListenerProvider create(KeycloakSession session) { return new Listener(getId(), session); }

    private record Listener(String id, KeycloakSession session) implements EventListenerProvider {
        @Override
        public void onEvent(Event event) {
            call("user", event.getType().name(), event);
            if (isOfStockRealm()) callAny("stockUser", "STOCK " + event.getType().name(), event);
        }

        @Override
        public void onEvent(AdminEvent event, boolean withRepresentation) {
            String name = event.getOperationType() + " " + event.getResourceTypeAsString();
            call("admin", name, event);
            if (isOfStockRealm()) callAny("stock", name, event);
            if (isOfAllRealms()) callAny("administrators", name, event);
        }

        private boolean isOfStockRealm() {
            return Compatibility.isServed() && session.getContext().getRealm() != null && !Compatibility.isEnabled(session);
        }

        private boolean isOfAllRealms() {
            RealmModel realm = session.getContext().getRealm();
            return Compatibility.isServed() && realm != null && realm.getName().equals(Config.getAdminRealm());
        }

        private void call(String function, String name, Object event) {
            if (Compatibility.isServed() && Compatibility.isEnabled(session)) callAny(function, name, event);
        }

        private void callAny(String function, String name, Object event) {
            String ofAny = name.replaceFirst(" .*", " *");
            for (JsonNode handled : Declarations.of(KIND, id).get("events"))
                if (handled.asText().equals(name) || handled.asText().equals(ofAny)) Scripts.get().call(KIND, id, function, session, event);
        }

        @Override public void close() {}
    }

    @Override public boolean isGlobal() { return true; }
    @Override public void init(Config.Scope config) { Scripts.require(KIND, getId(), "user", "stockUser", "admin", "stock", "administrators"); }
}
