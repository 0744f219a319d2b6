/** The address that one of Keycloak's events tells of, and how an account got it. */
import { USER_EVENT_DETAIL } from '../../observability/events/user-events.ts';
import type { KeycloakWay } from '../../realm/sign-up-rules/decide.ts';

/** The events' details, as Keycloak names them (`Details`). */
const PREVIOUS = 'previous_email';
const UPDATED = 'updated_email';
const REGISTERED = 'email';
const METHOD = 'register_method';
const CONTEXT = 'context';

/** Where users review what a provider says of them: there is no account yet. */
const BEFORE_ACCOUNT = 'IDP_REVIEW';

/**
 * Reads an event's details.
 *
 * @returns null if no account got another address, or if it is an event of Linkgate's, which has asked the rules itself
 */
export function newAddressIn(
  type: string,
  details: Readonly<Record<string, string | undefined>>,
): { typed: string; way: KeycloakWay } | null {
  if (details[USER_EVENT_DETAIL] !== undefined) return null;
  if (type === 'REGISTER') {
    const typed = details[REGISTERED] ?? '';
    // Of accounts from a provider Keycloak tells only when they have been committed.
    return typed !== '' && details[METHOD] === 'form' ? { typed, way: 'form' } : null;
  }
  const typed = details[UPDATED] ?? '';
  if (typed === '' || typed === details[PREVIOUS] || details[CONTEXT] === BEFORE_ACCOUNT) return null;
  return { typed, way: 'address-change' };
}
