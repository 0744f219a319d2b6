package org.linkgate.host;

import java.util.concurrent.TimeUnit;
import org.infinispan.Cache;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryCreated;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryModified;
import org.infinispan.notifications.cachelistener.event.CacheEntryEvent;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSession;

/**
 * Exchanges counts between the scripts of the cluster's nodes: texts in Keycloak's replicated cache.
 */
@Listener(sync = false, observation = Listener.Observation.POST)
public record Nodes(Cache<String, Object> work, String key) {
    static final String KIND = "nodes";
    private static final String KEYS = "linkgate.counted.";

    /** Starts listening when the server starts, unless its caches are local. */
    static void listen(KeycloakSession session) {
        Cache<String, Object> work = session.getProvider(InfinispanConnectionProvider.class).getCache(InfinispanConnectionProvider.WORK_CACHE_NAME, false);
        if (work == null || !work.getCacheConfiguration().clustering().cacheMode().isClustered()) return;
        Nodes nodes = new Nodes(work, KEYS + work.getCacheManager().getAddress());
        work.addListener(nodes);
        Unreported.reportBy(() -> Scripts.get().call(KIND, Scripts.ID, "report", nodes));
    }

    /** Whether there are any other nodes. */
    public boolean hasOthers() {
        return work.getStatus().allowInvocations() && work.getCacheManager().getMembers().size() > 1;
    }

    /** Sends a text to the other nodes without waiting; the cache retains a node's last one for a while. */
    public void send(String text, long lifetimeSeconds) {
        work.putAsync(key, text, lifetimeSeconds, TimeUnit.SECONDS);
    }

    @CacheEntryCreated
    @CacheEntryModified
    public void onEntry(CacheEntryEvent<String, Object> event) {
        if (event.getKey().startsWith(KEYS) && !event.getKey().equals(key)) Scripts.get().call(KIND, Scripts.ID, "receive", event.getValue());
    }
}
