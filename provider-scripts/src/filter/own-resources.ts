/** Exceptions that the filter makes at some of our own resources. */
import type { MemoryPolicy } from '../limits/limits.ts';
import type { OWN_RESOURCES } from '../response/formats.ts';

interface Particulars {
  /** The policy that requests count under; null if the endpoint decides that. */
  policy: MemoryPolicy | null;
  /** The path below it whose requests pass with an unread body; null for none. */
  unread: string | null;
}

const USUAL: Particulars = { policy: 'general', unread: null };

const PARTICULARS: Readonly<Partial<Record<string, Particulars>>> = {
  session: { policy: 'session', unread: null },
  // The endpoint counts by cookie and by IP.
  'sign-in-state': { policy: null, unread: null },
  // A mail program's one-click opt-out may have any media type (RFC 8058, section 3.1); its body isn't read.
  invitation: { policy: 'general', unread: 'opt-out' },
} satisfies Partial<Record<keyof typeof OWN_RESOURCES, Particulars>>;

/** Returns the particulars of a resource below a realm; `undefined` stands for requests outside a realm. */
export function particularsOf(resource: string | undefined): Particulars {
  if (resource === undefined || !Object.hasOwn(PARTICULARS, resource)) return USUAL;
  return PARTICULARS[resource] ?? USUAL;
}
