/** What lists of sign-up rules would have rejected. */
import type { KeycloakSession } from 'keycloak';
import { mailboxesOnServer } from '../../../accounts/address/idn.ts';
import { select } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND, SECONDS_PER_DAY } from '../../../platform/engine/time.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { decide, strictest } from '../../../realm/sign-up-rules/decide.ts';
import { listsOf, ruleSettingsOf } from '../../../realm/sign-up-rules/rules.ts';

/** The time that is looked at, and the most accounts. */
const DAYS = 30;
const MAX_ACCOUNTS = 20_000;

/** What the rules would have done. */
export interface Effect {
  readonly days: number;
  /** How many accounts were created in that time, by whatever way; of the newest `MAX_ACCOUNTS` if `complete` is false. */
  readonly accounts: number;
  readonly complete: boolean;
  /** How many of them have an address that the rules would have rejected, or, if it is disposable, noted or challenged. */
  readonly rejected: number;
  readonly noted: number;
  readonly challenged: number;
}

/** Applies lists, and the realm's settings of the rules, to the accounts that were created lately. */
export function effectOf(
  session: KeycloakSession,
  lists: Readonly<Record<'denied' | 'allowed', readonly string[]>>,
): Effect {
  const settings = ruleSettingsOf(requireRealm(session));
  const ofRealm = listsOf(session, lists);
  const since = (currentTime() - DAYS * SECONDS_PER_DAY) * MILLIS_PER_SECOND;
  const sql =
    'SELECT EMAIL, ID FROM USER_ENTITY WHERE REALM_ID = ?1 AND CREATED_TIMESTAMP > ?2 AND EMAIL IS NOT NULL ORDER BY CREATED_TIMESTAMP DESC FETCH FIRST ?3 ROWS ONLY';
  const rows = select(session, sql, [realmIdOf(session), since, MAX_ACCOUNTS + 1]);
  const counts = { accept: 0, note: 0, challenge: 0, reject: 0 };
  for (const row of rows.slice(0, MAX_ACCOUNTS)) {
    const mailboxes = mailboxesOnServer(String(row[0]));
    const { action } = strictest(mailboxes.map((email) => decide(email, settings, ofRealm)));
    counts[action] += 1;
  }
  const { accept, note, challenge, reject } = counts;
  return {
    days: DAYS,
    accounts: accept + note + challenge + reject,
    complete: rows.length <= MAX_ACCOUNTS,
    rejected: reject,
    noted: note,
    challenged: challenge,
  };
}
