/** Uploaded logos in the database. A logo that no branding has any more stays a while, for emails that were sent with it. */
import type { KeycloakSession } from 'keycloak';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { PictureType } from './picture.ts';

/** How long an uploaded logo waits to be saved with a branding. */
const UNSAVED_SECONDS = SECONDS_PER_DAY;
/** How long a replaced logo is still served. */
const REPLACED_SECONDS = 90 * SECONDS_PER_DAY;

/** Whose logo: a client's, or the realm's own if that is null. */
export interface LogoOwner {
  realmId: string;
  clientUuid: string | null;
}

/** A logo; the content in Base64. */
export interface StoredLogo {
  type: PictureType;
  content: string;
}

/** Stores a logo until it is saved with a branding; returns its identifier. */
export function storeLogo(
  session: KeycloakSession,
  { realmId, clientUuid }: LogoOwner,
  { type, content }: StoredLogo,
  now: number,
): string {
  const id = sha256(`${realmId} ${clientUuid ?? ''} ${content}`);
  const until = now + UNSAVED_SECONDS;
  const known = select(session, 'SELECT ID, EXPIRES_AT FROM LINKGATE_LOGO WHERE ID = ?1 FOR UPDATE', [id]);
  if (known.length > 0)
    execute(session, 'UPDATE LINKGATE_LOGO SET EXPIRES_AT = ?2 WHERE ID = ?1 AND EXPIRES_AT < ?2', [
      id,
      until,
    ]);
  else
    insert(session, 'LINKGATE_LOGO', {
      ID: id,
      REALM_ID: realmId,
      CLIENT_UUID: clientUuid,
      MEDIA_TYPE: type,
      CONTENT: content,
      EXPIRES_AT: until,
    });
  return id;
}

/**
 * Retains the logo that a branding has, and ends the one that it had. Returns false, and does nothing, if the owner has no such logo; only this
 * statement can tell, since upkeep may be deleting it.
 */
export function retainLogo(
  session: KeycloakSession,
  owner: LogoOwner,
  id: string | null,
  now: number,
): boolean {
  const { where, values } = ownedBy(owner);
  const retained = `UPDATE LINKGATE_LOGO SET EXPIRES_AT = NULL WHERE ${where} AND ID = ?1`;
  if (id !== null && execute(session, retained, [id, ...values]) === 0) return false;
  const until = `?${values.length + 2}`;
  execute(
    session,
    `UPDATE LINKGATE_LOGO SET EXPIRES_AT = ${until} WHERE ${where} AND ID <> ?1 AND EXPIRES_AT IS NULL`,
    [id ?? '', ...values, now + REPLACED_SECONDS],
  );
  return true;
}

/** The condition for an owner's rows; the first parameter is the statement's own. */
function ownedBy({ realmId, clientUuid }: LogoOwner): { where: string; values: string[] } {
  return clientUuid === null
    ? { where: 'REALM_ID = ?2 AND CLIENT_UUID IS NULL', values: [realmId] }
    : { where: 'REALM_ID = ?2 AND CLIENT_UUID = ?3', values: [realmId, clientUuid] };
}

/** Finds a realm's logo. */
export function findLogo(session: KeycloakSession, id: string): StoredLogo | null {
  const sql = 'SELECT MEDIA_TYPE, CONTENT FROM LINKGATE_LOGO WHERE ID = ?1 AND REALM_ID = ?2';
  const [row] = select(session, sql, [id, realmIdOf(session)]);
  return row === undefined ? null : { type: String(row[0]) as PictureType, content: String(row[1]) };
}
