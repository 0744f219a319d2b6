/** Classifies SQL states. */

/**
 * Broken connections, exhausted resources, server shutdown, and statement timeouts (PostgreSQL's appendix "Error Codes": 08, 53,
 * 57P, 57014; H2: 90067, 90098, 90121). The drivers' state for a closed statement (PostgreSQL's 55000, H2's 90007) means that the
 * transaction timed out.
 */
const UNAVAILABLE = /^(08|53|57P|57014$|55000$|90007$|90067$|90098$|90121$)/;

/** Whether a state means that the database is down or overloaded; failures of the connection pool have no state. */
export function isUnavailable(state: string | null): boolean {
  return state === null || UNAVAILABLE.test(state);
}

/** The same code in PostgreSQL and H2. */
const UNIQUE_VIOLATION = '23505';

/** Whether a state is a unique key violation. */
export function isUniqueViolationState(state: string | null): boolean {
  return state === UNIQUE_VIOLATION;
}
