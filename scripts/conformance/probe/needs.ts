/** The requirements of checks, and whether they are met. */

import { CLIENT_KINDS, type ClientKind, clientOptions, type Target } from './target.ts';

/** Each need, as shown to users; the need for a client has the name of its kind. */
const NEEDS = {
  admin: 'admin credentials',
  inbox: 'an inbox and a confidential client',
  emailTo: 'an address to send an email to',
  referral: 'a referral code, if sign-up is closed',
  confidential: 'a confidential client',
  other: 'a second confidential client',
  public: 'a public client',
  service: 'a client with client credentials',
  pending: 'a client that is not approved yet',
} as const;
export type Need = keyof typeof NEEDS;

/** Why a need isn't met, with the missing options and variables; undefined if it is met. */
export function missingNeed(need: Need, target: Target): string | undefined {
  const missing = missingFor(need, target);
  return missing.length === 0 ? undefined : `needs ${NEEDS[need]}; missing: ${missing.join(', ')}`;
}

function missingFor(need: Need, target: Target): string[] {
  const { admin, inboxUrl, emailTo, referralCode } = target;
  switch (need) {
    case 'admin':
      return admin ? [] : ['KEYCLOAK_ADMIN_USERNAME (or KEYCLOAK_ADMIN_CLIENT_ID)'];
    case 'emailTo':
      return emailTo === undefined ? ['--email-to'] : [];
    case 'referral':
      return referralCode === undefined ? ['REFERRAL_CODE'] : [];
    case 'inbox':
      return [...(inboxUrl === undefined ? ['--inbox'] : []), ...missingOf('confidential', target)];
    default:
      return missingOf(need, target);
  }
}

function missingOf(kind: ClientKind, { clients }: Target): string[] {
  const { client_id, client_secret, redirect_uri } = clients[kind] ?? {};
  const { needsSecret, needsRedirectUri } = CLIENT_KINDS[kind];
  const { id, secret, redirectUri } = clientOptions(kind);
  return [
    ...(!client_id ? [`--${id}`] : []),
    ...(needsSecret && !client_secret ? [secret] : []),
    ...(needsRedirectUri && !redirect_uri ? [`--${redirectUri}`] : []),
  ];
}
