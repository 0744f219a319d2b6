/** How long what is known of an email is stored, and shown. */
import type { KeycloakSession } from 'keycloak';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { MAX_EMAIL_DAYS, REALM } from '../../realm/settings/table.ts';

/** Services report for days, and soft bounces count for a week, even if emails aren't shown as long. */
const MIN_STORED_SECONDS = 14 * SECONDS_PER_DAY;

/** The longest that any realm stores an email: until then, one from before may still be reported. */
export const MAX_STORED_SECONDS = MAX_EMAIL_DAYS * SECONDS_PER_DAY;

/** How long administrators see an email. */
export function shownSeconds(session: KeycloakSession): number {
  return settingOf(requireRealm(session), REALM.emailDays) * SECONDS_PER_DAY;
}

export function storedSeconds(session: KeycloakSession): number {
  return Math.max(MIN_STORED_SECONDS, shownSeconds(session));
}
