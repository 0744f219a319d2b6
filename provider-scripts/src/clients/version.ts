/**
 * The content that a client's version covers: everything that the deciding administrator could have seen. Defined by exclusions, so that new
 * fields of Keycloak's are covered automatically.
 */
import { CLIENT } from '../realm/settings/table.ts';
import { type Representation, SECRET_ATTRIBUTE } from './self-registered.ts';

/** Attributes that say nothing about the client: what is being decided and follows from it, and when its document is fetched again. */
const UNCOUNTED: readonly string[] = [
  CLIENT.approval.name,
  CLIENT.rights.name,
  CLIENT.documentExpiresAt.name,
];

/**
 * Returns the canonical text that `versionOf` hashes, independent of the order of the client's parts. Excludes the approval, which is being
 * decided, and the time before which tokens are revoked, which follows from it; and the secret with Keycloak's attributes of it: it is never shown, a client may change it at any time, and a hash of it would allow
 * guessing a weak one.
 */
export function versionText({
  secret: _,
  notBefore: __,
  attributes = {},
  ...fields
}: Representation): string {
  const counted = Object.entries(attributes).filter(
    ([name]) => !UNCOUNTED.includes(name) && !SECRET_ATTRIBUTE.test(name),
  );
  return canonical({ ...fields, attributes: Object.fromEntries(counted) });
}

/** Serialises to JSON with sorted names and lists: Keycloak returns a client's lists in no defined order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as Record<string, unknown>).filter(
    ([, item]) => item !== null && item !== undefined,
  );
  const parts = entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`);
  return `{${parts.sort().join(',')}}`;
}
