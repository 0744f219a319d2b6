/** What the page says after an action: the value of its parameter `done`. */
import type { KeycloakSession } from 'keycloak';
import { queryParameter } from '../../platform/session/address.ts';

/** The values; the theme has a text for each (`linkgateAccountDone.…`). */
const DONE = [
  'access-revoked',
  'account-deleted',
  'address-requested',
  'address-stopped',
  'cancelled',
  'device-forgotten',
  'passkey-removed',
  'session-ended',
  'signed-out',
  'signed-out-everywhere',
] as const;

export type Done = (typeof DONE)[number];

/** Returns it; null if the request names none. */
export function doneIn(session: KeycloakSession): Done | null {
  const given = queryParameter(session, 'done');
  return DONE.find((done) => done === given) ?? null;
}
