/** Proof-of-work challenges and their proofs; `test/scripts/host/proof-of-work.test.ts` has real ones. */
import { describe, expect, test } from 'vitest';
import {
  CHALLENGE_LIFETIME_SECONDS,
  CLOCK_TOLERANCE_SECONDS,
  makeChallenge,
  type Signer,
  verifyResponse,
  type WorkChallenge,
} from '../../../../provider-scripts/src/realm/shield/challenge.ts';

const BOUND = 'ada at the demo';
const NOW = 1_800_000_000;
const DERIVED = {
  nonce: '0a'.repeat(16),
  salt: '0b'.repeat(16),
  key: `${'0c'.repeat(16)}${'0d'.repeat(16)}`,
};

/** Stands in for HMAC: as long, and different for different texts. */
function signer(secret = 'secret'): Signer {
  const sign = (text: string) => {
    let hash = 7;
    for (const letter of `${secret} ${text}`) hash = (hash * 31 + letter.charCodeAt(0)) % 0xffff_fff1;
    return hash.toString(16).padStart(8, '0').repeat(8);
  };
  return { ofParameters: (text) => sign(text), ofKey: (key) => sign(`key ${key}`) };
}

interface Payload {
  challenge: WorkChallenge;
  solution: { counter: number; derivedKey: string; time?: number };
}

const payload: Payload = {
  challenge: makeChallenge(DERIVED, BOUND, NOW, signer()),
  solution: { counter: 7, derivedKey: DERIVED.key, time: 12.5 },
};

const verified = (given: unknown, { bound = BOUND, now = NOW, by = signer() } = {}) =>
  verifyResponse(typeof given === 'string' ? given : JSON.stringify(given), bound, now, by);

describe('a challenge', () => {
  test('tells half of its key', () => {
    const { keyPrefix } = payload.challenge.parameters;
    expect(DERIVED.key.slice(0, keyPrefix.length)).toBe(keyPrefix);
    expect(keyPrefix).toHaveLength(DERIVED.key.length / 2);
  });

  test('has its parameters in the order in which the protocol signs them', () => {
    const names = Object.keys(payload.challenge.parameters);
    expect(names).toEqual(names.slice().sort());
  });
});

describe('a response', () => {
  test('is counted by the challenge that it solves', () => {
    expect(verified(payload)).toEqual({ id: DERIVED.nonce });
  });

  test('counts until it expires, and on a node whose clock differs', () => {
    const last = NOW + CHALLENGE_LIFETIME_SECONDS;
    expect(verified(payload, { now: last - 1 })).toHaveProperty('id');
    expect(verified(payload, { now: last })).toEqual({ rejected: 'expired' });
    expect(verified(payload, { now: NOW - CLOCK_TOLERANCE_SECONDS })).toHaveProperty('id');
    expect(verified(payload, { now: NOW - CLOCK_TOLERANCE_SECONDS - 1 })).toEqual({ rejected: 'early' });
  });

  test('counts for what it was made for alone', () => {
    expect(verified(payload, { bound: 'eve at the demo' })).toEqual({ rejected: 'elsewhere' });
  });

  test('of another realm is forged', () => {
    const other = signer('of another realm');
    expect(verified(payload, { by: other })).toEqual({ rejected: 'forged' });
  });

  test('without the right key proves nothing', () => {
    const { derivedKey } = payload.solution;
    const guessed = derivedKey.slice(0, -2) + (derivedKey.endsWith('00') ? '01' : '00');
    const solution = { ...payload.solution, derivedKey: guessed };
    expect(verified({ ...payload, solution })).toEqual({ rejected: 'unsolved' });
  });

  test.each<[string, Partial<WorkChallenge['parameters']>]>([
    ['a later end', { expiresAt: NOW + CHALLENGE_LIFETIME_SECONDS + 1 }],
    ['another use', { data: { for: 'eve' } }],
    ['another identifier', { nonce: '00'.repeat(16) }],
    ['another signature of the key', { keySignature: '00'.repeat(32) }],
    ['less work', { cost: 1 }],
  ])('with %s is forged', (_, changed) => {
    const { challenge, solution } = payload;
    const parameters = { ...challenge.parameters, ...changed };
    expect(verified({ challenge: { ...challenge, parameters }, solution })).toEqual({ rejected: 'forged' });
  });

  test.each<[string, (given: Payload) => unknown]>([
    ['no JSON', () => '{'],
    ['a text', () => 'proof'],
    ['null', () => null],
    ['an array', (given) => [given]],
    ['two challenges', (given) => ({ ...given, challenge: [given.challenge, given.challenge] })],
    ['no solution', ({ challenge }) => ({ challenge })],
    ['more members', (given) => ({ ...given, more: 1 })],
    [
      'more parameters',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, memoryCost: 1 } },
        solution,
      }),
    ],
    [
      'a key in capitals',
      ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase().replace(/^./, 'A') },
      }),
    ],
    [
      'a key that is a number',
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: 1 } }),
    ],
    [
      'an end that is a text',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: '9' } },
        solution,
      }),
    ],
    [
      'another algorithm',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, algorithm: 'SHA-256' } },
        solution,
      }),
    ],
  ])('of %s is malformed', (_, change) => {
    expect(verified(change(payload))).toEqual({ rejected: 'malformed' });
  });
});
