package org.linkgate.host;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.List;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakTransactionManager;
import org.keycloak.models.KeycloakTransactionManager.JTAPolicy;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/** Sessions' transactions on the database, each function by one call of a script. */
public final class Transactions {
    private static final List<Integer> IN_PROGRESS = List.of(Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK);
    private static final List<Integer> BROKEN = List.of(Status.STATUS_MARKED_ROLLBACK, Status.STATUS_ROLLEDBACK, Status.STATUS_ROLLING_BACK);

    private Transactions() {}

    /**
     * Commits the transaction of a session's thread, or rolls it back if it is marked for rollback, and begins another one, which is marked like it
     * and has no connection until its first statement. Does nothing if the session has no transaction: the thread's then belongs to another one.
     * Returns false if it rolled back.
     */
    public static boolean renew(KeycloakSession session) throws Exception {
        if (!session.getTransactionManager().isActive()) return true;
        TransactionManager transactions = managerOf(session);
        int status = transactions.getStatus();
        if (!IN_PROGRESS.contains(status)) return true;
        boolean rolledBack = status == Status.STATUS_MARKED_ROLLBACK || session.getTransactionManager().getRollbackOnly();
        try {
            if (rolledBack) transactions.rollback();
            else transactions.commit();
        } catch (Exception failure) {
            rolledBack = true;
            throw failure;
        } finally {
            transactions.begin();
            if (rolledBack) transactions.setRollbackOnly();
        }
        return !rolledBack;
    }

    /** Runs work with another session of the same realm and client, in the thread's transaction. */
    public static <T> T within(KeycloakSession session, Function<KeycloakSession, T> work) {
        KeycloakSession other = session.getKeycloakSessionFactory().create();
        try {
            other.getTransactionManager().setJTAPolicy(JTAPolicy.NOT_SUPPORTED);
            other.getTransactionManager().begin();
            KeycloakModelUtils.cloneContextRealmClientToSession(session.getContext(), other);
            return work.apply(other);
        } finally {
            other.close();
        }
    }

    /** Writes what such another session has changed, for the thread's transaction to commit, and informs its listeners. */
    public static void write(KeycloakSession other) {
        Statements.entities(other).flush();
        other.getTransactionManager().commit();
    }

    /** Marks what a session writes as durable, as its statements are. */
    public static void markDurable(KeycloakSession session) {
        Statements.markDurable(Statements.entities(session));
    }

    /** Commits a session's transaction unless it is over or will be rolled back. */
    public static void commitIfOpen(KeycloakSession session) {
        KeycloakTransactionManager transaction = session.getTransactionManager();
        if (transaction.isActive() && !transaction.getRollbackOnly()) transaction.commit();
    }

    /** The same, unless a response is streamed from the database, as rows or by its own writer. */
    public static void commitUnlessStreamed(KeycloakSession session, ContainerResponseContext response) {
        Object body = response.getEntity();
        if (!(body instanceof StreamingOutput) && !(body instanceof AutoCloseable)) commitIfOpen(session);
    }

    /** Whether a statement has failed in the thread's transaction, or it has timed out. */
    public static boolean isBroken(KeycloakSession session) throws SystemException {
        return BROKEN.contains(managerOf(session).getStatus());
    }

    private static TransactionManager managerOf(KeycloakSession session) {
        return session.getProvider(JtaTransactionManagerLookup.class).getTransactionManager();
    }
}
