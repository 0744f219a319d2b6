/** The entries of a realm's lists in the database. */
import type { KeycloakSession } from 'keycloak';
import { execute, insertAll, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { candidatesOf } from './candidates.ts';

/** The lists that administrators keep, and the one that is fetched; `disposable` and `fetched` only in place of the built-in one. */
export type ListName = 'denied' | 'allowed' | 'disposable' | 'fetched';

/** An entry of a list. */
export interface Entry {
  readonly list: string;
  readonly entry: string;
}

/** The entries that a normalised address can match: one statement, whatever the address. */
export function findEntries(session: KeycloakSession, email: string): Entry[] {
  const candidates = candidatesOf(email);
  const placeholders = candidates.map((_, index) => `?${index + 2}`).join(', ');
  const sql = `SELECT LIST, ENTRY FROM LINKGATE_SIGN_UP_RULE WHERE REALM_ID = ?1 AND ENTRY IN (${placeholders})`;
  return select(session, sql, [realmIdOf(session), ...candidates]).map((row) => ({
    list: String(row[0]),
    entry: String(row[1]),
  }));
}

/** The entries of a list, sorted. */
export function listEntries(session: KeycloakSession, list: ListName): string[] {
  const sql =
    'SELECT ENTRY, LIST FROM LINKGATE_SIGN_UP_RULE WHERE REALM_ID = ?1 AND LIST = ?2 ORDER BY ENTRY';
  return select(session, sql, [realmIdOf(session), list]).map((row) => String(row[0]));
}

export function countEntries(session: KeycloakSession, list: ListName): number {
  const sql = 'SELECT COUNT(*), MIN(LIST) FROM LINKGATE_SIGN_UP_RULE WHERE REALM_ID = ?1 AND LIST = ?2';
  return Number(select(session, sql, [realmIdOf(session), list])[0]?.[0] ?? 0);
}

/** Replaces a list's entries by these, and writes only what differs. */
export function replaceEntries(
  own: KeycloakSession,
  list: ListName,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): void {
  const [isFormer, isAfter] = [setOf(before), setOf(after)];
  removeEntries(
    own,
    list,
    before.filter((entry) => !isAfter.has(entry)),
  );
  addEntries(
    own,
    list,
    after.filter((entry) => !isFormer.has(entry)),
  );
}

/** Entries as a set; the engine's constructor takes none. */
export function setOf(entries: readonly string[]): Set<string> {
  const set = new Set<string>();
  for (const entry of entries) set.add(entry);
  return set;
}

/** Adds entries that the list lacks. */
function addEntries(own: KeycloakSession, list: ListName, entries: readonly string[]): void {
  const realm = realmIdOf(own);
  insertAll(
    own,
    'LINKGATE_SIGN_UP_RULE',
    entries.map((entry) => ({ REALM_ID: realm, ENTRY: entry, LIST: list })),
    [],
  );
}

function removeEntries(own: KeycloakSession, list: ListName, entries: readonly string[]): void {
  const sql = 'DELETE FROM LINKGATE_SIGN_UP_RULE WHERE REALM_ID = ?1 AND ENTRY = ?2 AND LIST = ?3';
  for (const entry of entries) execute(own, sql, [realmIdOf(own), entry, list]);
}

/** Removes a list with all entries. */
export function clearList(own: KeycloakSession, list: ListName): void {
  execute(own, 'DELETE FROM LINKGATE_SIGN_UP_RULE WHERE REALM_ID = ?1 AND LIST = ?2', [realmIdOf(own), list]);
}
