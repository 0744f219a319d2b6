/** Failures that say nothing about the request: the database is unavailable, too slow, or has no connections left. */
import type { Throwable } from 'keycloak';
import { isUnavailable } from '../../platform/database/sql-state.ts';

const SQLException = Java.type('java.sql.SQLException');
/** Of what Keycloak keeps in Infinispan, none of its failures depends on the request: the cluster is changing, or too slow. */
const CacheException = Java.type('org.infinispan.commons.CacheException');
const ModelException = Java.type('org.keycloak.models.ModelException');
const IOException = Java.type('java.io.IOException');

/** Messages of Hibernate and the transaction manager after the transaction has timed out. */
const TIMED_OUT = /rolled back in a different thread|The transaction is not active/;
/** What reads or writes after that finds no transaction: no request runs without one. */
const TransactionRequiredException = Java.type('jakarta.persistence.TransactionRequiredException');
/** The transaction manager's message if the connection is lost at the commit; any other reason is attached as its cause. */
const LOST_AT_COMMIT = /Could not commit transaction/;
/** How many nested causes are examined. */
const MAX_DEPTH = 20;

/** Whether a failure comes from an unavailable database or cluster node. */
export function isOutage(failure: Throwable): boolean {
  let cause: Throwable | null = failure;
  for (let depth = 0; cause !== null && depth < MAX_DEPTH; depth++) {
    if (isOutageItself(cause)) return true;
    cause = cause.getCause();
  }
  return false;
}

function isOutageItself(failure: Throwable): boolean {
  const message = failure.getMessage() ?? '';
  if (failure instanceof CacheException || failure instanceof TransactionRequiredException) return true;
  if (TIMED_OUT.test(message)) return true;
  // Keycloak reduces a failure of its tables to the innermost cause.
  if (failure instanceof ModelException && failure.getCause() instanceof IOException) return true;
  if (LOST_AT_COMMIT.test(message) && failure.getCause() === null) return true;
  return failure instanceof SQLException && isUnavailable(failure.getSQLState());
}
