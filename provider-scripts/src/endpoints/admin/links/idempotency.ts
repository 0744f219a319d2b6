/** A link is created once for a caller's `Idempotency-Key`: the link's identifier comes from the key, so that its row is what is remembered. */
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { requesterOf } from '../../../links/magic-link/requester.ts';
import { linkIdFor } from '../../../links/magic-link/send.ts';
import { sha256 } from '../../../platform/engine/bytes.ts';
import { hasControlCharacters } from '../../../platform/engine/control-characters.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { headerOf } from '../../../platform/session/headers.ts';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** The identifier of the link, and a hash of what was requested; null without the header. */
export function readIdempotencyKey(
  { session, auth }: Pick<AdminCall, 'session' | 'auth'>,
  given: object,
): { jti: string; requestKey: string } | { details: FieldProblem[] } | null {
  const key = headerOf(session, HEADER);
  if (key === null) return null;
  if (key === '') return { details: [fieldProblem(HEADER, 'required')] };
  if (hasControlCharacters(key)) return { details: [fieldProblem(HEADER, 'control_characters')] };
  if (key.length > MAX_LENGTH) return { details: [fieldProblem(HEADER, 'too_long', { max: MAX_LENGTH })] };
  const { realm, client, userId } = requesterOf(auth);
  return {
    jti: linkIdFor(JSON.stringify([realmIdOf(session), realm, client, userId, key])),
    requestKey: sha256(JSON.stringify(given)),
  };
}
