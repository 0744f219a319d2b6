/** How long what is known of an email is stored, by the realm's setting. */
import type { KeycloakSession } from 'keycloak';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';

export function emailRetentionSeconds(session: KeycloakSession): number {
  return settingOf(requireRealm(session), REALM.emailDays) * SECONDS_PER_DAY;
}
