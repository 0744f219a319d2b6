/** How fetching a realm's list of disposable domains went: a row per realm, by which one node fetches it at a time. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { execute, insert, select } from '../../platform/database/sql.ts';
import type { Finding } from '../../platform/errors/finding.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { REALM } from '../settings/table.ts';

/** How it went, in Unix seconds. */
export interface FetchedList {
  readonly address: string;
  readonly etag: string | null;
  /** When it was fetched last, or found unchanged; null for never. */
  readonly fetchedAt: number | null;
  /** Since when it can't be fetched, and why; null if it could. */
  readonly failedAt: number | null;
  readonly failure: Omit<Finding, 'message'> | null;
  readonly dueAt: number;
  /** Until when a node is given to fetch it. */
  readonly runningUntil: number;
}

export function findFetchedList(session: KeycloakSession): FetchedList | null {
  return listIn(
    select(
      session,
      'SELECT URL, ETAG, FETCHED_AT, FAILED_AT, FAILURE, DUE_AT, RUNNING_UNTIL FROM LINKGATE_DOMAIN_LIST WHERE REALM_ID = ?1',
      [realmIdOf(session)],
    ),
  );
}

function lockFetchedList(own: KeycloakSession): FetchedList | null {
  return listIn(
    select(
      own,
      'SELECT URL, ETAG, FETCHED_AT, FAILED_AT, FAILURE, DUE_AT, RUNNING_UNTIL FROM LINKGATE_DOMAIN_LIST WHERE REALM_ID = ?1 FOR UPDATE',
      [realmIdOf(own)],
    ),
  );
}

function listIn([row]: ReturnType<typeof select>): FetchedList | null {
  if (row === undefined) return null;
  const failure = textOrNull(row[4]);
  return {
    address: String(row[0]),
    etag: textOrNull(row[1]),
    fetchedAt: numberOrNull(row[2]),
    failedAt: numberOrNull(row[3]),
    failure: failure === null ? null : (JSON.parse(failure) as FetchedList['failure']),
    dueAt: Number(row[5]),
    runningUntil: Number(row[6]),
  };
}

/** The realms that name such a list, or did when one was fetched last. */
export function realmsWithList(session: KeycloakSession): string[] {
  const naming = select(session, 'SELECT REALM_ID, NAME FROM REALM_ATTRIBUTE WHERE NAME = ?1', [
    REALM.signUpDisposableList.name,
  ]);
  const known = select(session, 'SELECT REALM_ID, URL FROM LINKGATE_DOMAIN_LIST', []);
  const ids: Record<string, true> = {};
  for (const row of [...naming, ...known]) ids[String(row[0])] = true;
  return Object.keys(ids);
}

/** How long a node is given to fetch a list and to store it. */
const RUNNING_SECONDS = 120;

/**
 * Takes the list to fetch it, in a retried transaction.
 *
 * @param isAsked whether an administrator asked for it: then it needn't be due
 * @returns the list as it was; null if it isn't due, or another node is fetching it
 */
export function claimFetch(
  own: KeycloakSession,
  address: string,
  now: number,
  isAsked: boolean,
): { etag: string | null; until: number } | null {
  const until = now + RUNNING_SECONDS;
  const stored = lockFetchedList(own);
  if (stored === null) {
    insert(own, 'LINKGATE_DOMAIN_LIST', {
      REALM_ID: realmIdOf(own),
      URL: address,
      DUE_AT: now,
      RUNNING_UNTIL: until,
    });
    return { etag: null, until };
  }
  if (stored.address !== address) {
    execute(
      own,
      'UPDATE LINKGATE_DOMAIN_LIST SET URL = ?2, ETAG = NULL, FETCHED_AT = NULL, FAILED_AT = NULL, FAILURE = NULL, DUE_AT = ?3, RUNNING_UNTIL = ?4 WHERE REALM_ID = ?1',
      [realmIdOf(own), address, now, until],
    );
    return { etag: null, until };
  }
  if (stored.runningUntil > now || (!isAsked && stored.dueAt > now)) return null;
  execute(own, 'UPDATE LINKGATE_DOMAIN_LIST SET RUNNING_UNTIL = ?2 WHERE REALM_ID = ?1', [
    realmIdOf(own),
    until,
  ]);
  return { etag: stored.etag, until };
}

/** Locks the row of a list that was claimed; false if the realm has named another one since, or another node has claimed it. */
export function lockClaimed(own: KeycloakSession, address: string, until: number): boolean {
  const stored = lockFetchedList(own);
  return stored !== null && stored.address === address && stored.runningUntil === until;
}

/** Records that the list was fetched, or is unchanged. */
export function recordFetched(own: KeycloakSession, etag: string | null, now: number, dueAt: number): void {
  execute(
    own,
    "UPDATE LINKGATE_DOMAIN_LIST SET ETAG = NULLIF(?2, ''), FETCHED_AT = ?3, FAILED_AT = NULL, FAILURE = NULL, DUE_AT = ?4, RUNNING_UNTIL = 0 WHERE REALM_ID = ?1",
    [realmIdOf(own), etag ?? '', now, dueAt],
  );
}

/** Records why it couldn't be; since when it can't stays. */
export function recordUnfetched(
  own: KeycloakSession,
  { id, values }: Finding,
  now: number,
  dueAt: number,
): void {
  execute(
    own,
    'UPDATE LINKGATE_DOMAIN_LIST SET FAILED_AT = COALESCE(FAILED_AT, ?2), FAILURE = ?3, DUE_AT = ?4, RUNNING_UNTIL = 0 WHERE REALM_ID = ?1',
    [realmIdOf(own), now, JSON.stringify({ id, values }), dueAt],
  );
}

/** Lets the list be fetched again at this time, as nobody could. */
export function postponeFetch(own: KeycloakSession, dueAt: number): void {
  execute(own, 'UPDATE LINKGATE_DOMAIN_LIST SET DUE_AT = ?2, RUNNING_UNTIL = 0 WHERE REALM_ID = ?1', [
    realmIdOf(own),
    dueAt,
  ]);
}

export function deleteFetchedList(own: KeycloakSession): void {
  execute(own, 'DELETE FROM LINKGATE_DOMAIN_LIST WHERE REALM_ID = ?1', [realmIdOf(own)]);
}
