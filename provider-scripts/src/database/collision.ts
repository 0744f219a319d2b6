/** Tells from a failure that somebody else has inserted the same row. */
import type { Throwable } from 'keycloak';
import { isUniqueViolationState } from './sql-state.ts';

const JavaThrowable = Java.type('java.lang.Throwable');
const SQLException = Java.type('java.sql.SQLException');

/** Causes of causes that are looked at. */
const MAX_DEPTH = 20;

/** Whether a failure comes from a unique key that was there already. */
export function isUniqueViolation(failure: unknown): boolean {
  let cause: Throwable | null = failure instanceof JavaThrowable ? failure : null;
  for (let depth = 0; cause !== null && depth < MAX_DEPTH; depth++) {
    if (cause instanceof SQLException && isUniqueViolationState(cause.getSQLState())) return true;
    cause = cause.getCause();
  }
  return false;
}
