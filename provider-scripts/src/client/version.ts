/**
 * What a client's version stands for: all that whoever decides about it was shown, or might have been. A rule of what is left out, so that
 * whatever Keycloak adds to a client counts from its first day.
 */
import { APPROVAL_ATTRIBUTE } from './approval.ts';
import { type Representation, SECRET_ATTRIBUTE } from './self-registered.ts';

/**
 * The version's text, the same for the same client in whichever order its parts were read; its hash is what others get (`versionOf`). Left out
 * are the approval itself, which is what is being decided, and the secret with what Keycloak notes about it: nobody is shown it, a client
 * may change it at any time, and a hash of it would let others guess one that a user made up.
 */
export function versionText({ secret: _, attributes = {}, ...fields }: Representation): string {
  const counted = Object.entries(attributes).filter(
    ([name]) => name !== APPROVAL_ATTRIBUTE && !SECRET_ATTRIBUTE.test(name),
  );
  return canonical({ ...fields, attributes: Object.fromEntries(counted) });
}

/** JSON whose names and lists are in order: Keycloak's lists of a client's parts have none of their own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as Record<string, unknown>).filter(
    ([, item]) => item !== null && item !== undefined,
  );
  const parts = entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`);
  return `{${parts.sort().join(',')}}`;
}
