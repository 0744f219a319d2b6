/** Exceptions that the filter makes at some of our own resources. */

import type { OWN_RESOURCES } from '../../http/response/formats.ts';
import type { MemoryPolicy } from '../../platform/limits/limits.ts';

interface ResourceOptions {
  /** The policy that requests count under; null if the endpoint decides that. */
  policy: MemoryPolicy | null;
  /** The path below it whose requests pass with an unread body; null for none. */
  unreadPath: string | null;
}

const DEFAULT_OPTIONS: ResourceOptions = { policy: 'general', unreadPath: null };

const OPTIONS: Readonly<Partial<Record<string, ResourceOptions>>> = {
  session: { policy: 'session', unreadPath: null },
  // The endpoint counts by cookie and by IP.
  'sign-in-state': { policy: null, unreadPath: null },
  // A mail program's one-click opt-out may have any media type (RFC 8058, section 3.1); its body isn't read.
  invitation: { policy: 'general', unreadPath: 'opt-out' },
} satisfies Partial<Record<keyof typeof OWN_RESOURCES, ResourceOptions>>;

/** Returns the particulars of a resource below a realm; `undefined` stands for requests outside a realm. */
export function resourceOptions(resource: string | undefined): ResourceOptions {
  if (resource === undefined || !Object.hasOwn(OPTIONS, resource)) return DEFAULT_OPTIONS;
  return OPTIONS[resource] ?? DEFAULT_OPTIONS;
}
