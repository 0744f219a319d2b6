/** The clients' attributes that may need an administrator: in one statement, as a realm may have many clients. */
import type { KeycloakSession } from 'keycloak';
import { type Parameter, select } from '../platform/database/sql.ts';
import { realmIdOf } from '../platform/keycloak/realm.ts';
import { PREFIX, SETTINGS, type Setting } from '../realm/settings/table.ts';

/** A client's attribute. */
export interface ClientAttribute {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly value: string;
}

/** How many are looked at. */
const MAX_ROWS = 1000;

/** What is certainly in order: whatever Linkgate writes, and each value of a choice, unless it needs something. */
function unremarkable(placeholder: (value: Parameter) => string): string[] {
  const conditions: string[] = [];
  for (const setting of SETTINGS.client) {
    if (setting.writer === 'linkgate') conditions.push(`A.NAME <> ${placeholder(setting.name)}`);
    else if (setting.kind.choices !== undefined)
      conditions.push(
        `NOT (A.NAME = ${placeholder(setting.name)} AND CAST(A.VALUE AS VARCHAR(255)) IN (${valid(setting).map(placeholder).join(', ')}))`,
      );
  }
  return conditions;
}

function valid({ kind, needs, absent }: Setting): readonly string[] {
  return needs === undefined ? (kind.choices ?? []) : [absent];
}

/** The attributes of the realm's clients whose names begin with `linkgate.`, without those that are certainly in order. */
export function remarkableAttributes(session: KeycloakSession): ClientAttribute[] {
  const values: Parameter[] = [realmIdOf(session), `${PREFIX}%`];
  const placeholder = (value: Parameter) => `?${values.push(value)}`;
  const where = unremarkable(placeholder).join(' AND ');
  const limited = `FETCH FIRST ${placeholder(MAX_ROWS)} ROWS ONLY`;
  const rows = select(
    session,
    `SELECT C.ID, C.CLIENT_ID, A.NAME, CAST(A.VALUE AS VARCHAR(255)) FROM CLIENT C JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID WHERE C.REALM_ID = ?1 AND A.NAME LIKE ?2 AND ${where} ORDER BY C.CLIENT_ID, A.NAME ${limited}`,
    values,
  );
  return rows.map(([id, clientId, name, value]) => ({
    id: String(id),
    clientId: String(clientId),
    name: String(name),
    value: String(value ?? ''),
  }));
}
