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
 * Lets the scripts tell the cluster's other nodes what this one counts, and receive what they count: texts in the cache that Keycloak
 * replicates.
 */
@Listener(sync = false, observation = Listener.Observation.POST)
public record Nodes(Cache<String, Object> work, String key) {
    static final String KIND = "nodes";
    private static final String KEYS = "linkgate.counted.";

    /** Starts with the server, unless its caches are local. */
    static void listen(KeycloakSession session) {
        Cache<String, Object> work = session.getProvider(InfinispanConnectionProvider.class).getCache(InfinispanConnectionProvider.WORK_CACHE_NAME, false);
        if (work == null || !work.getCacheConfiguration().clustering().cacheMode().isClustered()) return;
        Nodes nodes = new Nodes(work, KEYS + work.getCacheManager().getAddress());
        work.addListener(nodes);
        Unreported.reportBy(() -> Scripts.get().call(KIND, Scripts.ID, "tell", nodes));
    }

    /** Whether there are any other nodes. */
    public boolean areOthers() {
        return work.getStatus().allowInvocations() && work.getCacheManager().getMembers().size() > 1;
    }

    /** Tells the others a text, without waiting for them; the cache keeps a node's last one for a while. */
    public void tell(String text, long keptSeconds) {
        work.putAsync(key, text, keptSeconds, TimeUnit.SECONDS);
    }

    @CacheEntryCreated
    @CacheEntryModified
    public void told(CacheEntryEvent<String, Object> event) {
        if (event.getKey().startsWith(KEYS) && !event.getKey().equals(key)) Scripts.get().call(KIND, Scripts.ID, "hear", event.getValue());
    }
}
