/** What concerns the server as a whole: whether it is the right one, and whether the plugin is ready in it. */
import type { KeycloakSession } from 'keycloak';
import { select } from '../database/sql.ts';
import { log } from '../engine/log.ts';
import { versionProblem } from './version.ts';

/** All of Linkgate's tables, as the change log of the host makes them. */
const TABLES = ['LINKGATE_LINK', 'LINKGATE_REFERRAL', 'LINKGATE_RATE'] as const;

/** The functions as the host calls them. */
export const SERVER = {
  /** Called once at the start. Gives why the server must not start, or null. */
  check(builtFor: string, running: string): string | null {
    const problem = versionProblem(builtFor, running);
    if (problem === null) return null;
    if (problem.fatal) return problem.text;
    log.warn(problem.text);
    return null;
  },

  /** Throws when a table can't be read. That it runs at all says that the script is good. */
  ready(session: KeycloakSession): void {
    for (const table of TABLES) select(session, `SELECT COUNT(*) FROM ${table} WHERE 1 = 0`, []);
  },
};
