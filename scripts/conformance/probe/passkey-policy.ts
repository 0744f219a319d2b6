/** Whether Keycloak's policy and action let users create passkeys that can sign in. */
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { PASSKEY_ACTION } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { isRpIdOf, rpIdFor } from '../../../provider-scripts/src/realm/settings/passkeys.ts';
import type { Configuration } from './configuration.ts';
import type { Target } from './target.ts';

/** Fields of Keycloak's policy that its client's types lack. */
type Policy = RealmRepresentation & {
  webAuthnPolicyPasswordlessUserVerificationRequirement?: string;
  webAuthnPolicyPasswordlessAuthenticatorAttachment?: string;
  webAuthnPolicyPasswordlessRpId?: string;
};

/** How to mend it. */
export const PASSKEYS_FIX =
  'Authentication, Policies, WebAuthn passwordless policy: Enable passkeys on, user verification requirement Required, authenticator attachment not Cross-platform, relying party ID empty or a domain of the realm’s host; Required actions: Webauthn Register Passwordless enabled';

/** Why nobody would be offered one where passkeys are on. */
export async function problemsOfPasskeys(
  configuration: Configuration,
  { baseUrl }: Target,
): Promise<string[]> {
  const host = new URL(baseUrl).hostname;
  const { client, realm } = configuration.admin;
  const policy: Policy = await configuration.realm();
  const rpId = rpIdFor(policy.webAuthnPolicyPasswordlessRpId ?? null, host);
  const management = client.authenticationManagement;
  const query = { realm } as Parameters<typeof management.getRequiredActions>[0];
  const actions = await management.getRequiredActions(query);
  return [
    ...(policy.webAuthnPolicyPasswordlessPasskeysEnabled ? [] : ['Keycloak’s passkeys are off']),
    ...(policy.webAuthnPolicyPasswordlessUserVerificationRequirement === 'required'
      ? []
      : ['the policy doesn’t require user verification: the passkey would be the only factor']),
    ...(policy.webAuthnPolicyPasswordlessAuthenticatorAttachment === 'cross-platform'
      ? ['the policy accepts separate keys only']
      : []),
    ...(isRpIdOf(rpId, host) ? [] : [`browsers don’t accept the RP ID ${rpId} on pages of ${host}`]),
    ...(actions.some(({ alias, enabled }) => alias === PASSKEY_ACTION && enabled)
      ? []
      : [`the action ${PASSKEY_ACTION} is disabled`]),
  ];
}
