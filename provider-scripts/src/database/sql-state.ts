/** What an SQL state says about the database itself, not about the statement. */

/**
 * Connections that break, resources that run out, a server that shuts down, and statements that take too long (PostgreSQL's appendix
 * "Error Codes": 08, 53, 57P, 57014; H2: 90067, 90098, 90121). The drivers' state for a statement that is closed (PostgreSQL's 55000,
 * H2's 90007) is one of a transaction that was ended in between, because it took too long.
 */
const UNAVAILABLE = /^(08|53|57P|57014$|55000$|90007$|90067$|90098$|90121$)/;

/** Whether that state means that the database is down or overloaded; the connection pool's own failures have no state. */
export function isUnavailable(state: string | null): boolean {
  return state === null || UNAVAILABLE.test(state);
}

/** The same code in PostgreSQL and H2. */
const UNIQUE_VIOLATION = '23505';

/** Whether that state is a unique key violation. */
export function isUniqueViolationState(state: string | null): boolean {
  return state === UNIQUE_VIOLATION;
}
