/** Passkeys in the sample realm, and devices that can have them: Chromium's virtual authenticators. */
import type { CDPSession, Page } from 'playwright-core';
import { planted } from './admin.ts';
import { all, linkSettings, type Plant, realm, requiredAction } from './plant.ts';

const SWITCH = 'linkgate.passkeys';

/** The fields of Keycloak's policy that turn its passkeys on or off; without a name Keycloak ignores the others. */
export function passkeyPolicy(isOn: boolean) {
  return {
    webAuthnPolicyPasswordlessPasskeysEnabled: isOn,
    webAuthnPolicyPasswordlessRpEntityName: 'Demo',
  };
}

/** Fields of the policy, with passkeys on in the realm. */
const withPolicy = (fields: object): Plant =>
  realm({ attributes: { [SWITCH]: 'true' }, ...passkeyPolicy(true), ...fields });

/** For each finding about a realm that has passkeys on, but can't offer them: its English text, and what plants it. */
export const PASSKEY_FAULTS: readonly { finding: string; message: string; plant: Plant }[] = [
  {
    finding: 'passkeys-keycloak-off',
    message: 'Keycloak’s passkeys are off',
    plant: withPolicy(passkeyPolicy(false)),
  },
  {
    finding: 'passkeys-user-unverified',
    message: 'the policy doesn’t require user verification: the passkey would be the only factor',
    plant: withPolicy({ webAuthnPolicyPasswordlessUserVerificationRequirement: 'preferred' }),
  },
  {
    finding: 'passkeys-separate-keys',
    message: 'the policy accepts separate keys only',
    plant: withPolicy({ webAuthnPolicyPasswordlessAuthenticatorAttachment: 'cross-platform' }),
  },
  {
    finding: 'passkeys-rp-id',
    message: 'browsers don’t accept the RP ID other.example on pages of localhost',
    plant: withPolicy({ webAuthnPolicyPasswordlessRpId: 'other.example' }),
  },
  {
    finding: 'passkeys-action-disabled',
    message: 'the action webauthn-register-passwordless is disabled',
    plant: all(withPolicy({}), requiredAction('webauthn-register-passwordless', false)),
  },
  {
    finding: 'passkeys-devices-forgotten',
    message: 'the sign-in step remembers no devices: none gets the offer',
    plant: all(withPolicy({}), linkSettings({ rememberDevice: 'false' })),
  },
];

/** Turns them on, with Keycloak's own default policy; the returned function turns them off. */
export async function turnPasskeysOn(attributes: Record<string, string> = {}): Promise<() => Promise<void>> {
  return await planted(realm({ ...passkeyPolicy(true), attributes: { [SWITCH]: 'true', ...attributes } }));
}

/** A device's own authenticator. */
export interface Authenticator {
  /** Whether its user can be verified from now on: otherwise it rejects all requests. */
  setVerified(isVerified: boolean): Promise<void>;
  /** Whether its user touches it when a page asks. */
  setPresent(isPresent: boolean): Promise<void>;
  /** How many passkeys it has. */
  count(): Promise<number>;
  /** Loses its passkeys. */
  clear(): Promise<void>;
  /** Replaces its passkeys by copies whose signature counters are behind. */
  replaceByCopies(): Promise<void>;
}

/** Gives a page one. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    setPresent: async (enabled) => {
      await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    count: async () =>
      (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    clear: async () => {
      await devTools.send('WebAuthn.clearCredentials', { authenticatorId });
    },
    replaceByCopies: async () => {
      const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
      for (const credential of credentials) {
        const { credentialId } = credential;
        await devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
        await devTools.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount: 0 },
        });
      }
    },
  };
}
