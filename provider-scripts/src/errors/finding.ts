/** What isn't so in a realm's settings (docs/admin-api.json). */
import { type Described, described, type Given } from './described.ts';

/** The ids, each with the names of its values; a name that ends in `_seconds` is a span of time. */
export const FINDINGS = {
  'email-theme': ['theme'],
  'email-theme-default': [],
  'flow-without-step': ['flow'],
  'http-address': ['address'],
  'http-allowed': [],
  'lifetime-other': ['setting', 'is_seconds', 'wanted_seconds'],
  'lifetime-short': ['setting', 'is_seconds', 'least_seconds'],
  'login-theme': ['theme'],
  'login-theme-default': [],
  'network-shape': ['attribute', 'given'],
  'networks-everybody': ['attribute'],
  'off-loginWithEmailAllowed': [],
  'on-duplicateEmailsAllowed': [],
  'on-editUsernameAllowed': [],
  'on-registrationAllowed': [],
  'on-resetPasswordAllowed': [],
  'on-verifyEmail': [],
  'rate-shape': ['attribute', 'most', 'most_seconds', 'used', 'used_seconds'],
  'setting-missing': ['setting'],
  'setting-variable': ['setting', 'value'],
} as const satisfies Record<string, readonly string[]>;
export type FindingId = keyof typeof FINDINGS;

/** One of them; the conformance command and the log have its English text. */
export type Finding = Described<typeof FINDINGS>;

/** Makes one; `values` where the id has any. */
export function finding<I extends FindingId>(
  id: I,
  message: string,
  ...given: Given<typeof FINDINGS, I>
): Finding {
  return described(id, message, given);
}
