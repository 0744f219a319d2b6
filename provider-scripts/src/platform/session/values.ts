/** What a request, or a task in the background, has recorded or found out so far, kept with its session. */
import type { KeycloakSession, RealmModel } from 'keycloak';

/** A value that one part of a request records for later ones. */
export interface SessionValue<T> {
  /** The value; null if none was recorded. */
  of(session: KeycloakSession): T | null;
  record(session: KeycloakSession, value: T): void;
}

/** Declares a value; its name is unique. */
export function sessionValue<T>(name: string): SessionValue<T> {
  return {
    of: (session) => (Java.valuesOf(session)[name] ?? null) as T | null,
    record: (session, value) => {
      Java.valuesOf(session)[name] = value;
    },
  };
}

/** What was found out while the session had this realm. */
interface Facts {
  realm: RealmModel;
  found: Record<string, unknown>;
}

const FACTS = sessionValue<Facts>('facts');

/**
 * Returns what doesn't change while a session has the same realm, found out once.
 *
 * @param name unique
 * @param find never returns undefined
 */
export function once<T>(session: KeycloakSession, name: string, find: () => T): T {
  const realm = session.getContext().getRealm();
  if (realm === null) return find();
  let facts = FACTS.of(session);
  if (facts?.realm !== realm) {
    facts = { realm, found: {} };
    FACTS.record(session, facts);
  }
  const known = facts.found[name] as T | undefined;
  if (known !== undefined) return known;
  const found = find();
  facts.found[name] = found;
  return found;
}
