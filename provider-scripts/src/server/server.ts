/** What concerns the server as a whole: whether it is the right one, and whether the plugin is ready in it. */
import type { KeycloakSession } from 'keycloak';
import { select } from '../database/sql.ts';
import { TABLES } from '../database/tables.ts';
import { log } from '../engine/log.ts';
import { seal } from '../engine/seal.ts';
import { showMeters } from '../metrics/count.ts';
import { versionProblem } from './version.ts';

/** The functions as the host calls them. */
export const SERVER = {
  /** Called once, before any other function. Gives why the server must not start, or null. */
  start(builtFor: string, running: string): string | null {
    seal();
    showMeters();
    const problem = versionProblem(builtFor, running);
    if (problem === null) return null;
    if (problem.fatal) return problem.text;
    log.warn(problem.text);
    return null;
  },

  /** Why the plugin can't work now, or null. That it runs at all says that the script is good; the log stays quiet, probes come often. */
  ready(session: KeycloakSession): string | null {
    for (const table of TABLES) {
      try {
        select(session, `SELECT COUNT(*) FROM ${table} WHERE 1 = 0`, []);
      } catch (_) {
        return `the table ${table} can't be read`;
      }
    }
    return null;
  },
};
