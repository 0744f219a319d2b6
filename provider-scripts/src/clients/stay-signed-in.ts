/**
 * How long users stay signed in to a client without a new sign-in: a setting of the client. By default a client gets no refresh tokens
 * (contract, section 1).
 */
import { SECONDS_PER_DAY } from '../platform/engine/time.ts';

/** The client's attribute: `off`, `session`, or a number of days from 1 to 365. */
export const STAY_SIGNED_IN_ATTRIBUTE = 'linkgate.stay-signed-in';

/** The realm's attribute: the same values, as the setting of clients that register themselves or name themselves by a document. */
export const NEW_CLIENTS_STAY_ATTRIBUTE = 'linkgate.new-clients-stay-signed-in';

/** The values of both attributes. */
export const STAY_SIGNED_IN_SHAPE = /^(off|session|[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/;

export const MAX_STAY_DAYS = 365;

/** Keycloak's scope of tokens that outlive the user's session (OpenID Connect Core, section 11). */
export const OFFLINE_SCOPE = 'offline_access';

/** No refresh tokens; refresh tokens that last as long as the session; or refresh tokens that last for some days after the sign-in. */
export type StaySignedIn = 'off' | 'session' | { days: number };

/** Reads the attribute; a malformed value counts as `off`. */
export function readStaySignedIn(attribute: unknown): StaySignedIn {
  if (typeof attribute !== 'string' || !STAY_SIGNED_IN_SHAPE.test(attribute)) return 'off';
  return attribute === 'off' || attribute === 'session' ? attribute : { days: Number(attribute) };
}

/** Whether a client's refresh tokens outlive the user's session. */
export function outlivesSession(stay: StaySignedIn): stay is { days: number } {
  return typeof stay === 'object';
}

/**
 * The attributes by which Keycloak itself implements the setting; null for one that the client must not have. A client that outlives the
 * session is also assigned the scope `offline_access` by default, others aren't assigned it.
 */
export function keycloakAttributes(stay: StaySignedIn): Readonly<Record<string, string | null>> {
  const seconds = outlivesSession(stay) ? String(stay.days * SECONDS_PER_DAY) : null;
  return {
    'use.refresh.tokens': stay === 'off' ? 'false' : 'true',
    'client.offline.session.idle.timeout': seconds,
    'client.offline.session.max.lifespan': seconds,
  };
}
