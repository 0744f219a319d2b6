package org.linkgate.host;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.infinispan.Cache;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryCreated;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryModified;
import org.infinispan.notifications.cachelistener.event.CacheEntryEvent;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.infinispan.util.InfinispanUtils;
import org.keycloak.models.KeycloakSession;

/**
 * Exchanges counts between the scripts of the cluster's nodes: texts in Keycloak's replicated cache.
 */
@Listener(sync = false, observation = Listener.Observation.POST)
public record Nodes(Cache<String, Object> work, String key) {
    static final String KIND = "nodes";
    private static final String KEYS = "linkgate.counted.";

    /** Names this process where it has no cluster. */
    private static final String ALONE = UUID.randomUUID().toString();

    /** Starts listening when the server starts, unless its caches are local. */
    static void listen(KeycloakSession session) {
        Cache<String, Object> work = workOf(session);
        if (work == null || !isClustered(work)) return;
        Nodes nodes = new Nodes(work, KEYS + work.getCacheManager().getAddress());
        work.addListener(nodes);
        Unreported.reportBy(() -> Scripts.get().call(KIND, Scripts.ID, "report", nodes));
    }

    /** The name of this process: another one after each start. */
    public static String self(KeycloakSession session) {
        Cache<String, Object> work = workOf(session);
        return work == null || !isClustered(work) ? ALONE : work.getCacheManager().getAddress().toString();
    }

    /** Whether the process of this name has ended, as far as is known: nodes that share no cluster know nothing of each other. */
    public static boolean hasEnded(KeycloakSession session, String name) {
        Cache<String, Object> work = workOf(session);
        if (work == null || InfinispanUtils.isRemoteInfinispan()) return false;
        if (!isClustered(work)) return !name.equals(ALONE);
        return work.getCacheManager().getMembers().stream().noneMatch(member -> member.toString().equals(name));
    }

    private static Cache<String, Object> workOf(KeycloakSession session) {
        return session.getProvider(InfinispanConnectionProvider.class).getCache(InfinispanConnectionProvider.WORK_CACHE_NAME, false);
    }

    private static boolean isClustered(Cache<String, Object> work) {
        return work.getCacheConfiguration().clustering().cacheMode().isClustered();
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
