/** Where passkeys are on, Keycloak's policy and action let users create ones that can sign in. */
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import {
  DEFAULT_PASSKEY_OFFERS,
  isRpIdOf,
  PASSKEY_OFFERS_ATTRIBUTE,
  PASSKEY_OFFERS_SHAPE,
  PASSKEYS_ATTRIBUTE,
  rpIdFor,
} from '../../../../provider-scripts/src/settings/passkeys.ts';
import { isSwitchedOn } from '../../../../provider-scripts/src/settings/switch.ts';
import type { Check } from '../../probe/check.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';
import { faultsOfSwitches } from '../../probe/switches.ts';

/** Fields of Keycloak's policy that its client's types lack. */
type Policy = RealmRepresentation & {
  webAuthnPolicyPasswordlessUserVerificationRequirement?: string;
  webAuthnPolicyPasswordlessAuthenticatorAttachment?: string;
  webAuthnPolicyPasswordlessRpId?: string;
};

/** Keycloak's action that creates one. */
const ACTION = 'webauthn-register-passwordless';

export const PASSKEYS: Check = {
  name: 'passkeys',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'Authentication, Policies, WebAuthn passwordless policy: Enable passkeys on, user verification requirement Required, authenticator attachment not Cross-platform, relying party ID empty or a domain of the realm’s host; Required actions: Webauthn Register Passwordless enabled; or the named attribute in the realm’s file',
  run: async ({ configuration, target }) => {
    const attributes = await configuration.attributes();
    const offers = attributes[PASSKEY_OFFERS_ATTRIBUTE];
    const isOn = isSwitchedOn(attributes[PASSKEYS_ATTRIBUTE]);
    expectNone([
      ...faultsOfSwitches(attributes, [PASSKEYS_ATTRIBUTE]),
      ...(!offers || PASSKEY_OFFERS_SHAPE.test(offers)
        ? []
        : [`${PASSKEY_OFFERS_ATTRIBUTE} is ${offers} instead of a value such as ${DEFAULT_PASSKEY_OFFERS}`]),
      ...(isOn ? await problemsOf(configuration, new URL(target.baseUrl).hostname) : []),
    ]);
    return isOn ? `offered ${offers || DEFAULT_PASSKEY_OFFERS}` : undefined;
  },
};

/** Why nobody would be offered one. */
async function problemsOf(configuration: Configuration, host: string): Promise<string[]> {
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
    ...(actions.some(({ alias, enabled }) => alias === ACTION && enabled)
      ? []
      : [`the action ${ACTION} is disabled`]),
  ];
}
