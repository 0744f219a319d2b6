/**
 * How long users stay signed in to a client without a new sign-in: a setting of the client. By default a client gets no refresh tokens
 * (contract, section 1).
 */

import { SECONDS_PER_DAY } from '../platform/engine/time.ts';
import type { RefreshTokens } from '../realm/settings/choices.ts';

/** Keycloak's scope of tokens that outlive the user's session (OpenID Connect Core, section 11). */
export const OFFLINE_SCOPE = 'offline_access';

/** Whether a client's refresh tokens outlive the user's session. */
export function outlivesSession(stay: RefreshTokens): stay is Exclude<RefreshTokens, string> {
  return typeof stay === 'object';
}

/**
 * The attributes by which Keycloak itself implements the setting; null for one that the client must not have. A client that outlives the
 * session is also assigned the scope `offline_access` by default, others aren't assigned it.
 */
export function keycloakAttributes(stay: RefreshTokens): Readonly<Record<string, string | null>> {
  const seconds = outlivesSession(stay) ? String(stay.days * SECONDS_PER_DAY) : null;
  return {
    'use.refresh.tokens': stay === 'off' ? 'false' : 'true',
    'client.offline.session.idle.timeout': seconds,
    'client.offline.session.max.lifespan': seconds,
  };
}
