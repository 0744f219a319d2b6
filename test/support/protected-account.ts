/** Accounts with a passkey and the second factors of a kind, and how their users prove one. */
import { createHash, randomBytes } from 'node:crypto';
import { makeAccount } from './accounts.ts';
import { admin } from './admin.ts';
import type { Agent, Page } from './agent.ts';
import { newAddress } from './email.ts';
import { oneTimePassword, otpCredential, promptsForOneTimePassword } from './level-flow.ts';

/** The kinds. */
export type FactorKind = 'none' | 'authenticator app' | 'recovery code' | 'security key';

/** An account. */
export interface ProtectedAccount {
  id: string;
  email: string;
  /** The identifier of its passkey. */
  passkey: string;
  /** Whether a page asks for a second factor of its kind. */
  isAskedBy(page: Page): boolean;
  /** Proves the factor on the page that asks for it. */
  prove(agent: Agent, page: Page): Promise<Page>;
}

/** Creates one. */
export async function makeProtectedAccount(kind: FactorKind): Promise<ProtectedAccount> {
  const email = newAddress();
  const [secret, code] = [randomBytes(10).toString('hex'), randomBytes(6).toString('hex').toUpperCase()];
  const credentials = [
    webAuthnCredential('webauthn-passwordless', email),
    ...credentialsOf(kind, secret, code),
  ];
  const id = await makeAccount(email, { credentials });
  const stored = await (await admin()).users.getCredentials({ realm: 'linkgate', id });
  const passkey = stored.find(({ type }) => type === 'webauthn-passwordless')?.id ?? '';
  const isAskedBy = (page: Page) =>
    kind === 'recovery code' ? page.text.includes('recoveryCodeInput') : promptsForOneTimePassword(page);
  const prove = async (agent: Agent, page: Page) =>
    await agent.submit(
      page,
      kind === 'recovery code' ? { recoveryCodeInput: code } : { otp: oneTimePassword(secret) },
    );
  return { id, email, passkey, isAskedBy, prove };
}

function credentialsOf(kind: FactorKind, secret: string, code: string) {
  switch (kind) {
    case 'none':
      return [];
    case 'authenticator app':
      return [otpCredential(secret)];
    case 'recovery code':
      return [recoveryCodes([code, randomBytes(6).toString('hex').toUpperCase()])];
    case 'security key':
      return [webAuthnCredential('webauthn', secret)];
  }
}

function recoveryCodes(codes: readonly string[]) {
  const hashed = codes.map((code, index) => ({
    number: index + 1,
    encodedHashedValue: createHash('sha512').update(code).digest('base64'),
  }));
  return {
    type: 'recovery-authn-codes',
    secretData: JSON.stringify({ codes: hashed }),
    credentialData: JSON.stringify({ algorithm: 'SHA-512', remaining: codes.length, total: codes.length }),
  };
}

/** The first recovery code of `APP_AND_CODES`, as its list shows it. */
export const RECOVERY_CODE = 'AAAA-BBBB-CCCC';

/** The credentials of an account with an authenticator app and recovery codes. */
export const APP_AND_CODES = [
  otpCredential('of a test'),
  recoveryCodes([RECOVERY_CODE.replaceAll('-', ''), 'DDDDEEEEFFFF']),
];

/** A passkey or security key; by default no authenticator has it. */
export function webAuthnCredential(
  type: 'webauthn' | 'webauthn-passwordless',
  seed: string,
  key: { credentialId?: string; credentialPublicKey?: string } = {},
) {
  return {
    type,
    userLabel: 'Key',
    secretData: '{}',
    credentialData: JSON.stringify({
      aaguid: '00000000-0000-0000-0000-000000000000',
      credentialId: Buffer.from(`${type} ${seed}`).toString('base64'),
      counter: 0,
      credentialPublicKey: 'none',
      attestationStatementFormat: 'none',
      ...key,
    }),
  };
}
