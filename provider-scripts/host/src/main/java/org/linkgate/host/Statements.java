package org.linkgate.host;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;

/** Runs the scripts' SQL statements, each by one call. Parameters are texts, and whole numbers for BIGINT columns. */
public final class Statements {
    private Statements() {}

    /** Returns the rows of a query with two or more columns. */
    public static Object[] select(EntityManager entities, String sql, List<?> parameters) {
        return prepare(entities, sql, parameters).getResultList().toArray();
    }

    /** Returns the number of rows that a statement changed. */
    public static int execute(EntityManager entities, String sql, List<?> parameters) {
        return prepare(entities, sql, parameters).executeUpdate();
    }

    private static Query prepare(EntityManager entities, String sql, List<?> parameters) {
        Query query = entities.createNativeQuery(sql);
        int place = 0;
        // The engine's numbers are doubles, which PostgreSQL doesn't compare with a BIGINT; its texts may be chains of their parts.
        for (Object value : parameters) query.setParameter(++place, value instanceof Number number ? (Object) number.longValue() : value.toString());
        return query;
    }
}
