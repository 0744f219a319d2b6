/** Why no passkey is offered in a realm, or by a step, that has them on. */
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { PASSKEY_ACTION } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { rpIdFor } from '../../../provider-scripts/src/sign-in/passkey/offer.ts';
import { PASSKEYS_RULE } from '../../../provider-scripts/src/sign-in/passkey/rule.ts';
import type { Configuration } from './configuration.ts';
import type { Target } from './target.ts';

/** Fields of Keycloak's policy that its client's types lack. */
type Policy = RealmRepresentation & {
  webAuthnPolicyPasswordlessPasskeysEnabled?: boolean;
  webAuthnPolicyPasswordlessUserVerificationRequirement?: string;
  webAuthnPolicyPasswordlessAuthenticatorAttachment?: string;
  webAuthnPolicyPasswordlessRpId?: string;
};

/** The reasons, as the server tells them; `remembersDevices`: whether the step does. */
export async function problemsOfPasskeys(
  configuration: Configuration,
  { baseUrl }: Target,
  remembersDevices: boolean,
): Promise<string[]> {
  const host = new URL(baseUrl).hostname;
  const { client, realm } = configuration.admin;
  const policy: Policy = await configuration.realm();
  const management = client.authenticationManagement;
  const query = { realm } as Parameters<typeof management.getRequiredActions>[0];
  const actions = await management.getRequiredActions(query);
  const findings = PASSKEYS_RULE.problems({
    setting: () => ({ isOn: true }),
    policy: () => ({
      isEnabled: policy.webAuthnPolicyPasswordlessPasskeysEnabled ?? false,
      userVerification: policy.webAuthnPolicyPasswordlessUserVerificationRequirement ?? null,
      attachment: policy.webAuthnPolicyPasswordlessAuthenticatorAttachment ?? null,
      rpId: rpIdFor(policy.webAuthnPolicyPasswordlessRpId ?? null, host),
      host,
    }),
    realm: () => ({
      isActionEnabled: actions.some(({ alias, enabled }) => alias === PASSKEY_ACTION && enabled),
      remembersDevices,
    }),
  });
  return findings.map(({ message }) => message);
}
