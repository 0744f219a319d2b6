/** Detects that a concurrent transaction has inserted the same row. */
import type { Throwable } from 'keycloak';
import { isUniqueViolationState } from './sql-state.ts';

const JavaThrowable = Java.type('java.lang.Throwable');
const SQLException = Java.type('java.sql.SQLException');

/** How many nested causes are examined. */
const MAX_DEPTH = 20;

/** Whether a failure is a unique key violation. */
export function isUniqueViolation(failure: unknown): boolean {
  let cause: Throwable | null = failure instanceof JavaThrowable ? failure : null;
  for (let depth = 0; cause !== null && depth < MAX_DEPTH; depth++) {
    if (cause instanceof SQLException && isUniqueViolationState(cause.getSQLState())) return true;
    cause = cause.getCause();
  }
  return false;
}
