/** What the filter does differently at some of our own resources. */
import type { MemoryPolicy } from '../limits/limits.ts';
import type { OWN_RESOURCES } from '../response/formats.ts';

interface Particulars {
  /** What requests count under; null where the endpoint decides that. */
  policy: MemoryPolicy | null;
  /** The path below it whose requests are let through with their body unread; null for none. */
  unread: string | null;
}

const USUAL: Particulars = { policy: 'general', unread: null };

const PARTICULARS: Readonly<Partial<Record<string, Particulars>>> = {
  session: { policy: 'session', unread: null },
  // The endpoint decides what counts by cookie and what by IP.
  'sign-in-state': { policy: null, unread: null },
  // What mail programs post to opt somebody out may be of any type (RFC 8058, section 3.1); nobody reads it.
  invitation: { policy: 'general', unread: 'opt-out' },
} satisfies Partial<Record<keyof typeof OWN_RESOURCES, Particulars>>;

/** Those of a resource below a realm, whoever serves it; `undefined` for requests that aren't below one. */
export function particularsOf(resource: string | undefined): Particulars {
  if (resource === undefined || !Object.hasOwn(PARTICULARS, resource)) return USUAL;
  return PARTICULARS[resource] ?? USUAL;
}
