/** Whether a client's tokens are bound to a key of the client's (RFC 9449): an administrator's decision, in an attribute of the client. */
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT } from '../realm/settings/table.ts';

/** Keycloak's own switch, by which it rejects requests without a proof, too. */
export const BOUND_TOKENS_ATTRIBUTE = 'dpop.bound.access.tokens';

/** How the two attributes of a client contradict each other; null if they don't. */
export function dpopContradiction(attribute: unknown, boundTokens: unknown): string | null {
  const isBound = boundTokens === 'true';
  if (isBound === (readSetting(CLIENT.dpop, attribute) === 'required')) return null;
  return isBound
    ? `${BOUND_TOKENS_ATTRIBUTE} is true, but ${CLIENT.dpop.name} isn't required: it gets no tokens`
    : `${CLIENT.dpop.name} is required, but ${BOUND_TOKENS_ATTRIBUTE} isn't true`;
}
