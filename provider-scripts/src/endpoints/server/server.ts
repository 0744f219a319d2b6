/** Startup and readiness checks: Keycloak's version, the database schema, the plugin's state. */

import type { KeycloakSession } from 'keycloak';
import { registerMeters } from '../../observability/metrics/count.ts';
import { registerQueueGauges } from '../../observability/metrics/gauges.ts';
import { schemaProblem } from '../../platform/database/schema.ts';
import { inOwnTransaction, select } from '../../platform/database/sql.ts';
import { TABLE_NAMES } from '../../platform/database/table-names.ts';
import { log } from '../../platform/engine/log.ts';
import { seal } from '../../platform/engine/seal.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { limitWarnings } from '../../realm/limits/in-force.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { versionWarning } from './version.ts';

/** The functions as the host calls them. */
export const SERVER = {
  /** Called once, before any other function. `tested`: the versions tested with; `running`: the server's; `untested`: what is said of it. */
  start(tested: string, running: string, untested: string | null): void {
    seal();
    registerMeters();
    registerQueueGauges();
    const warning = versionWarning(tested.split(' '), running, untested);
    if (warning !== null) log.warn(warning);
  },

  /** Called once, after the tables were migrated. Returns why the server must not start, or null. */
  migrated(session: KeycloakSession): string | null {
    // Liquibase records the applied change sets there.
    const sql = 'SELECT ID, ORDEREXECUTED FROM DATABASECHANGELOG_LINKGATE';
    const changes = inOwnTransaction(session, (own) => select(own, sql, []));
    return schemaProblem(changes.map((row) => String(row[0])));
  },

  /**
   * What readiness reports, by name: `problem` says why the plugin can't work now; `settings` names invalid realm settings that
   * are ignored (the server stays ready). Logs nothing, since probes are frequent.
   */
  ready(session: KeycloakSession): unknown {
    const table = TABLE_NAMES.find((name) => !canRead(session, name));
    if (table !== undefined) return toJava({ problem: `the table ${table} can't be read` });
    const unused = invalidPolicies(session).slice(0, MAX_REPORTED);
    return toJava(unused.length === 0 ? {} : { settings: unused.join('; ') });
  },
};

/** How many settings are reported at once. */
const MAX_REPORTED = 20;

function canRead(session: KeycloakSession, table: string): boolean {
  try {
    select(session, `SELECT COUNT(*) FROM ${table} WHERE 1 = 0`, []);
    return true;
  } catch (_) {
    return false;
  }
}

/** Returns a line, with the realm's name, for each policy that is malformed or out of range. */
function invalidPolicies(session: KeycloakSession): string[] {
  const lines: string[] = [];
  for (const realm of session.realms().getRealmsStream().toList()) {
    if (!isLinkgateRealm(realm) && !hasOwnStep(realm)) continue;
    for (const line of limitWarnings((name) => realm.getAttribute(name)))
      lines.push(`realm "${realm.getName()}": ${line}`);
  }
  return lines;
}
