/** Proofs of possession as clients make them (RFC 9449). */
import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { OwnClient } from './own-client.ts';

/** A key of a client, and what differs from a valid proof. */
interface Difference {
  claims?: JWTPayload;
  /** Members of the header; `undefined` removes one. */
  header?: Record<string, unknown>;
}

/** A client's key pair, and proofs with it. */
export interface ProofKey {
  /** The RFC 7638 thumbprint of the public key. */
  thumbprint: string;
  prove(url: string, method: string, difference?: Difference): Promise<string>;
}

/** Generates a key pair. */
export async function proofKey(alg = 'ES256'): Promise<ProofKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk = await exportJWK(publicKey);
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    prove: async (url, method, { claims = {}, header = {} } = {}) =>
      await new SignJWT({
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...claims,
      })
        .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header } as { alg: string })
        .sign(privateKey),
  };
}

/** The claim `ath` of a proof at a resource server. */
export function accessTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The attributes of a client that requires proofs. */
const REQUIRED = { 'linkgate.dpop': 'required', 'dpop.bound.access.tokens': 'true' };

/** Turns proofs on for a client, or off. */
export async function setDpop(client: OwnClient, isRequired: boolean): Promise<void> {
  const attributes = isRequired ? REQUIRED : { 'linkgate.dpop': '', 'dpop.bound.access.tokens': '' };
  await client.update({ attributes });
}
