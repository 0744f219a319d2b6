/** The schema version: which releases may share a database, one after the other or side by side. */

/**
 * The number of the newest change set in the host's change log. An empty change set is also needed when data that nodes share
 * (rows, tokens, cookies, session notes, messages between nodes) can't be read by the previous release.
 */
export const SCHEMA_VERSION = 1;

/** Why this release must not start on a database with these change sets (`1-tables`, …), or null. */
export function schemaProblem(changes: readonly string[]): string | null {
  const found = changes.reduce((newest, id) => Math.max(newest, numberOf(id)), 0);
  return found <= SCHEMA_VERSION
    ? null
    : `a newer release has changed this database (its tables have version ${found}, this release knows ${SCHEMA_VERSION}): start that release again, or restore the backup from before it`;
}

function numberOf(id: string): number {
  return Number(/^\d+/.exec(id)?.[0] ?? 0);
}
