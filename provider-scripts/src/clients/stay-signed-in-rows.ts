/**
 * The setting of all clients of a realm, read from Keycloak's table: it has no index in memory of clients by attribute. Some databases return
 * the column as a large object, which is no text.
 */

import type { KeycloakSession, RealmModel } from 'keycloak';
import { select } from '../platform/database/sql.ts';
import type { RefreshTokens } from '../realm/settings/choices.ts';
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { staySignedInWith } from './stay-signed-in-of.ts';

/** More clients than that don't change the result in practice. */
const MAX_CLIENTS = 1000;

/** The settings in force for enabled clients, without `off`. */
export function staySettingsIn(session: KeycloakSession, realm: RealmModel): RefreshTokens[] {
  const sql =
    'SELECT CAST(A.VALUE AS VARCHAR(255)), C.ID FROM CLIENT C JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID AND A.NAME = ?3 WHERE C.REALM_ID = ?1 AND C.ENABLED = TRUE FETCH FIRST ?2 ROWS ONLY';
  return select(session, sql, [realm.getId(), MAX_CLIENTS, CLIENT.refreshTokens.name])
    .map(([value]) => staySignedInWith(realm, readSetting(CLIENT.refreshTokens, String(value))))
    .filter((stay) => stay !== 'off');
}
