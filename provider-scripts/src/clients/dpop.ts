/** Whether a client's tokens are bound to a key of the client's (RFC 9449): an administrator's decision, in an attribute of the client. */

/** The attribute. */
export const DPOP_ATTRIBUTE = 'linkgate.dpop';

/** Its values. */
export const DPOP_MODES = ['off', 'required'] as const;
export type DpopMode = (typeof DPOP_MODES)[number];

/** Keycloak's own switch, by which it rejects requests without a proof, too. */
export const BOUND_TOKENS_ATTRIBUTE = 'dpop.bound.access.tokens';

/** A client's mode; any value but the listed ones counts as the stricter. */
export function readDpop(attribute: unknown): DpopMode {
  return attribute === undefined || attribute === null || attribute === '' || attribute === 'off'
    ? 'off'
    : 'required';
}

/** How the two attributes of a client contradict each other; null if they don't. */
export function dpopContradiction(attribute: unknown, boundTokens: unknown): string | null {
  const isBound = boundTokens === 'true';
  if (isBound === (readDpop(attribute) === 'required')) return null;
  return isBound
    ? `${BOUND_TOKENS_ATTRIBUTE} is true, but ${DPOP_ATTRIBUTE} isn't required: it gets no tokens`
    : `${DPOP_ATTRIBUTE} is required, but ${BOUND_TOKENS_ATTRIBUTE} isn't true`;
}
