/** Why the admin API refuses something (docs/admin-api.json). */
import { type Described, described, type Given } from './described.ts';

/** The ids, each with the names of its values. */
export const REFUSALS = {
  'account-unusable': [],
  'backend-links-off': ['attribute'],
  'body-too-large': ['bytes'],
  choice: ['choices'],
  'client-changed': [],
  'client-gone': [],
  'client-not-approved': [],
  'client-without-home': ['attribute'],
  'client-without-sign-in': [],
  'client-without-step': [],
  'code-shape': ['least', 'most'],
  'code-taken': [],
  colour: [],
  'heading-only': [],
  'https-url': ['most'],
  'in-future': [],
  invalid: [],
  'invitation-state': [],
  'invitations-off': ['attribute'],
  invited: [],
  'ip-address': [],
  'language-tag': [],
  limit: [],
  linkable: [],
  'list-state': [],
  'mail-refused': [],
  'mail-unsent': [],
  'media-type': ['type'],
  network: ['given'],
  'no-address': [],
  'no-client': [],
  'no-hostname': [],
  'no-lines': [],
  'not-found': [],
  'not-utf8': [],
  'one-line': ['most'],
  'opted-out': [],
  'own-address': [],
  'plain-line': [],
  quote: ['line'],
  rate: ['count', 'seconds'],
  request: [],
  required: [],
  'too-long': ['most'],
  'too-many': ['most'],
  'too-many-lines': ['most'],
  'too-soon': [],
  twice: ['line'],
  unavailable: [],
  unmailable: [],
  'whole-number': ['least', 'most'],
  'wrong-type': [],
} as const satisfies Record<string, readonly string[]>;
export type RefusalId = keyof typeof REFUSALS;

/** One refusal. */
export type Refusal = Described<typeof REFUSALS>;

/** Makes one; `values` where the id has any. */
export function refusal<I extends RefusalId>(
  id: I,
  message: string,
  ...given: Given<typeof REFUSALS, I>
): Refusal {
  return described(id, message, given);
}

/** That something is longer than so many characters. */
export function tooLong(most: number): Refusal {
  return refusal('too-long', `longer than ${most} characters`, { most });
}

/** That something is none of these. */
export function choice(message: string, choices: readonly string[]): Refusal {
  return refusal('choice', message, { choices: choices.join(', ') });
}

/** That something isn't of the type that JSON has for it. */
export function wrongType(message: string): Refusal {
  return refusal('wrong-type', message);
}

/** That a client is none of the realm's. */
export const NO_CLIENT: Refusal = refusal('no-client', 'there is no such client');

/** That nobody can sign in by a link at a client: an administrator has taken the step away, or has never added it. */
export const CLIENT_WITHOUT_STEP: Refusal = refusal(
  'client-without-step',
  'its sign-in flow has no enabled step for links',
);

/** That a client has yet to be approved. */
export const NOT_APPROVED: Refusal = refusal('client-not-approved', 'the client is not approved');

/** That something is no address. */
export const NO_ADDRESS: Refusal = refusal('no-address', 'not an e-mail address');
