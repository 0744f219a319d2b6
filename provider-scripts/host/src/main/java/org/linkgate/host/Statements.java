package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.connections.jpa.util.JpaUtils;
import org.keycloak.models.KeycloakSession;

/** Runs the scripts' SQL statements in a session's transaction, each by one call. Parameters are texts, and whole numbers for BIGINT columns. */
public final class Statements {
    private static final Pattern TABLES = Pattern.compile(StreamSupport.stream(Declarations.ALL.get("tables").spliterator(), false)
        .map(JsonNode::asText).collect(Collectors.joining("|", "\\b(?:", ")\\b")));
    /**
     * Keycloak's own mark (`AsyncCommitIntegrator`) for a transaction that must be on disk when its commit returns. Without it PostgreSQL doesn't
     * wait for that if the only entities written are events or sessions: native statements aren't noticed.
     */
    private static final String DURABLE = "kc.sync_commit_required";

    private Statements() {}

    /** Returns the rows of a query with two or more columns. */
    public static Object[] select(KeycloakSession session, String sql, List<?> parameters) {
        return prepare(entities(session), sql, parameters).getResultList().toArray();
    }

    /** Runs a statement that changes rows, and marks its transaction durable. Returns the number of rows. */
    public static int execute(KeycloakSession session, String sql, List<?> parameters) {
        EntityManager entities = entities(session);
        markDurable(entities);
        return prepare(entities, sql, parameters).executeUpdate();
    }

    static EntityManager entities(KeycloakSession session) {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }

    /** Lets the commit of a transaction return only once it is on disk. */
    static void markDurable(EntityManager entities) {
        entities.setProperty(DURABLE, true);
    }

    private static Query prepare(EntityManager entities, String sql, List<?> parameters) {
        Query query = entities.createNativeQuery(withSchema(sql, entities));
        int place = 0;
        // The engine's numbers are doubles, which PostgreSQL doesn't compare with a BIGINT; its texts may be chains of their parts.
        for (Object value : parameters) query.setParameter(++place, value instanceof Number number ? (Object) number.longValue() : value.toString());
        return query;
    }

    /** Prefixes the names of tables with the schema, if Keycloak is configured with one. */
    private static String withSchema(String sql, EntityManager entities) {
        if (JpaUtils.getTableNameForNativeQuery("", entities).isEmpty()) return sql;
        return TABLES.matcher(sql).replaceAll(table -> Matcher.quoteReplacement(JpaUtils.getTableNameForNativeQuery(table.group(), entities)));
    }
}
