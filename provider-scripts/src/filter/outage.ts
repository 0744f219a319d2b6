/** Failures that say nothing about the request: the database is unavailable, too slow, or has no connections left. */
import type { Throwable } from 'keycloak';
import { isUnavailable } from '../database/sql-state.ts';

const SQLException = Java.type('java.sql.SQLException');
const CacheTimeout = Java.type('org.infinispan.commons.TimeoutException');

/** What Hibernate and the transaction manager say when the transaction has timed out. */
const TIMED_OUT = /rolled back in a different thread|The transaction is not active/;
/** How many nested causes are examined. */
const MAX_DEPTH = 20;

/** Whether a failure comes from a database, or a node of the cluster, that can't be used. */
export function isOutage(failure: Throwable): boolean {
  let cause: Throwable | null = failure;
  for (let depth = 0; cause !== null && depth < MAX_DEPTH; depth++) {
    if (isOutageItself(cause)) return true;
    cause = cause.getCause();
  }
  return false;
}

function isOutageItself(failure: Throwable): boolean {
  if (failure instanceof CacheTimeout || TIMED_OUT.test(failure.getMessage() ?? '')) return true;
  return failure instanceof SQLException && isUnavailable(failure.getSQLState());
}
