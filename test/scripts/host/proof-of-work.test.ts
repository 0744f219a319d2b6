/** The keys of proof-of-work challenges that the host derives, and their proofs: ALTCHA's own library is the reference. */
import { createHmac } from 'node:crypto';
import { solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type DerivedKey,
  makeChallenge,
  type Signer,
  verifyResponse,
} from '../../../provider-scripts/src/realm/shield/challenge.ts';
import { runProbe } from '../../support/host-probe.ts';

const MAX_MILLIS = 1_800_000;
const PER_SECOND = 5;
const COUNTERS = 40;
const BOUND = 'ada at the demo';
const SECRETS = { parameters: 'secret-of-parameters', key: 'secret-of-keys' };

const hmac = (secret: string, bytes: Buffer) => createHmac('sha256', secret).update(bytes).digest('hex');
const SIGNER: Signer = {
  ofParameters: (text) => hmac(SECRETS.parameters, Buffer.from(text)),
  ofKey: (key) => hmac(SECRETS.key, Buffer.from(key, 'hex')),
};

let printed: Record<'first' | 'other' | 'next', string[]> & Record<'text' | 'bytes', string>;

beforeAll(async () => {
  printed = await runProbe<typeof printed>('ProofOfWorkProbe');
}, MAX_MILLIS);

function derivedIn(text = ''): DerivedKey {
  const [nonce = '', salt = '', key = ''] = text.split(' ');
  return { nonce, salt, key };
}

describe('the keys of one realm', () => {
  test('are derived a few times a second, however many challenges are requested', () => {
    expect(printed.first).toHaveLength(10 * PER_SECOND);
    expect(new Set(printed.first).size).toBe(PER_SECOND);
    expect(new Set(printed.first.slice(0, PER_SECOND)).size).toBe(PER_SECOND);
  });

  test('are no other realm’s, and no other second’s', () => {
    expect(new Set([...printed.first, ...printed.other, ...printed.next]).size).toBe(3 * PER_SECOND);
  });
});

describe('a challenge', () => {
  test('is solved by the reference, and its proof is verified by HMAC alone, here and there', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const text of printed.first.slice(0, PER_SECOND)) {
      const { parameters, signature } = makeChallenge(derivedIn(text), BOUND, now, SIGNER);
      const challenge = { parameters: { ...parameters }, signature };
      const solution = await solveChallenge({ challenge, deriveKey });
      expect(solution?.counter).toBeLessThan(COUNTERS);
      if (solution === null) continue;
      const proof = JSON.stringify({ challenge, solution });
      expect(verifyResponse(proof, BOUND, now, SIGNER)).toEqual({ id: parameters.nonce });
      const byReference = await verifySolution({
        challenge,
        solution,
        deriveKey: () => Promise.reject(new Error('derives a key')),
        hmacSignatureSecret: SECRETS.parameters,
        hmacKeySignatureSecret: SECRETS.key,
      });
      expect(byReference).toMatchObject({ verified: true, expired: false });
    }
  });
});

test('the host signs texts in UTF-8, and bytes', () => {
  expect(printed.text).toBe(hmac('secret', Buffer.from('naïve')));
  expect(printed.bytes).toBe(hmac('secret', Buffer.from([0x00, 0xff])));
});
