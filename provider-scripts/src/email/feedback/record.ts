/** What is stored of each email while a route of the realm reports; without one, nothing is stored or read. */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { feedbackOf } from '../../realm/settings/email-routes.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { addressKey } from './address-key.ts';
import { type SentEmail, storeEmail } from './emails.ts';
import { isSuppressing } from './suppression.ts';
import { findSuppression, type StoredSuppression } from './suppressions.ts';

/** Whether a route of the session's realm reports. */
export function hasFeedback(session: KeycloakSession): boolean {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'email-feedback', () =>
    settingOf(realm, REALM.emailRoutes).some((route) => feedbackOf(route) !== null),
  );
}

/** What suppresses an address now; null for nothing, or while no route reports. */
export function suppressionOf(session: KeycloakSession, email: string): StoredSuppression | null {
  if (!hasFeedback(session)) return null;
  const found = findSuppression(session, addressKey(session, email));
  return found !== null && isSuppressing(found, currentTime()) ? found : null;
}

/** Records an email in a transaction of its own, with as many statements whether or not it was really sent. */
export function recordEmail(
  session: KeycloakSession,
  to: string,
  email: Omit<SentEmail, 'addressKey'>,
  isKept: boolean,
): void {
  if (!hasFeedback(session)) return;
  inOwnTransaction(session, (own) => storeEmail(own, { ...email, addressKey: addressKey(own, to) }, isKept));
}
