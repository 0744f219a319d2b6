/** How a link signs up its recipient, or signs in an account that exists. */
import type { RegistrationMethod } from '../../observability/events/user-events.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import type { SignUpWay } from '../../realm/sign-up-rules/decide.ts';
import type { LinkRequest } from './link.ts';

/** How the use of a link creates an account. */
export function registrationMethod(
  { invitation, byBackend }: Pick<LinkRequest, 'invitation' | 'byBackend'>,
  { signUp }: Pick<Settings, 'signUp'>,
): RegistrationMethod {
  if (invitation !== undefined) return 'invitation';
  if (byBackend === true) return 'backend';
  return signUp === 'open' ? 'link' : 'referral';
}

/** What the rules for sign-up are asked about a link; null if they have no say: an account's link by a backend or an invitation. */
export function wayOfLink(
  request: Pick<LinkRequest, 'invitation' | 'byBackend'>,
  settings: Pick<Settings, 'signUp'>,
  hasAccount: boolean,
): SignUpWay | null {
  const method = registrationMethod(request, settings);
  if (!hasAccount) return method;
  return method === 'invitation' || method === 'backend' ? null : 'sign-in';
}
