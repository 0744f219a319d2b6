/** A passkey without a browser: its key signs what a page's script would have sent. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { inject } from 'vitest';
import { makeAccount } from './accounts.ts';
import type { Agent, Page } from './agent.ts';
import { webAuthnCredential } from './protected-account.ts';

/** User present and verified. */
const FLAGS = 0x05;

/** A credential of an account, and how it signs in on a page. */
export interface SoftwarePasskey {
  /** The account's identifier. */
  userId: string;
  /** Submits an assertion to a sign-in page that accepts passkeys. */
  signIn(agent: Agent, page: Page): Promise<Page>;
}

/** Creates an account that has one. */
export async function makeAccountWithSoftwarePasskey(email: string): Promise<SoftwarePasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const key = { credentialId: id.toString('base64'), credentialPublicKey: coseKey(x, y) };
  const credential = webAuthnCredential('webauthn-passwordless', email, key);
  const userId = await makeAccount(email, { credentials: [{ ...credential, createdDate: Date.now() }] });
  const { origin, hostname } = new URL(inject('site').baseUrl);
  return {
    userId,
    signIn: async (agent, page) => {
      const challenge = /data-challenge="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
      const data = Buffer.concat([
        createHash('sha256').update(hostname).digest(),
        Buffer.from([FLAGS, 0, 0, 0, 0]),
      ]);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return await agent.submit(page, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        credentialId: id.toString('base64url'),
        userHandle: Buffer.from(userId).toString('base64url'),
        error: '',
      });
    },
  };
}

/** A P-256 key as Keycloak stores it: a COSE key (RFC 9053, section 7.1.1), in base64url. */
function coseKey(x: string, y: string): string {
  const text = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    text(x),
    Buffer.from([0x22]),
    text(y),
  ]).toString('base64url');
}
