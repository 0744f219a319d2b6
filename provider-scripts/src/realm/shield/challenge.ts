/**
 * Proof-of-work challenges of ALTCHA's protocol, version 2, with a key that the server derived itself: a solver tries counters until PBKDF2 derives
 * a key with the challenge's prefix, and the server verifies the key by HMAC alone (https://altcha.org/docs/v2/proof-of-work/).
 */

/** How long, in seconds, a challenge can be solved and its proof used. */
export const CHALLENGE_LIFETIME_SECONDS = 300;

/** How far, in seconds, the clocks of nodes may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** The longest response, in characters. */
export const MAX_RESPONSE_LENGTH = 4096;

/** The iterations of PBKDF2 for one counter: enough that a browser's overhead for each call doesn't matter, few enough for a server. */
export const HASHES_PER_KEY = 500;

const ALGORITHM = 'PBKDF2/SHA-256';
const KEY_BYTES = 32;
/** In hexadecimal: no other key of the challenge has this prefix by chance. */
const PREFIX_LENGTH = KEY_BYTES;

/** The signed parameters, in the order in which they are signed. */
interface WorkParameters {
  algorithm: string;
  cost: number;
  /** What the proof counts for. */
  data: { for: string };
  /** Unix seconds. */
  expiresAt: number;
  keyLength: number;
  keyPrefix: string;
  keySignature: string;
  nonce: string;
  salt: string;
}

export interface WorkChallenge {
  parameters: WorkParameters;
  signature: string;
}

/** A key that was derived for a counter; all in hexadecimal. */
export interface DerivedKey {
  nonce: string;
  salt: string;
  key: string;
}

/** The secrets of a realm, and HMAC-SHA-256 under one of them: lower-case hexadecimal. */
export interface Signer {
  ofParameters(text: string): string;
  /** Of the key's bytes. */
  ofKey(key: string): string;
}

/** Makes the challenge for a proof that counts for `bound`, at `now` (Unix seconds). */
export function makeChallenge(
  { nonce, salt, key }: DerivedKey,
  bound: string,
  now: number,
  signer: Signer,
): WorkChallenge {
  const parameters: WorkParameters = {
    algorithm: ALGORITHM,
    cost: HASHES_PER_KEY,
    data: { for: bound },
    expiresAt: now + CHALLENGE_LIFETIME_SECONDS,
    keyLength: KEY_BYTES,
    keyPrefix: key.slice(0, PREFIX_LENGTH),
    keySignature: signer.ofKey(key),
    nonce,
    salt,
  };
  return { parameters, signature: signer.ofParameters(JSON.stringify(parameters)) };
}

/** Why a response proves nothing. */
export type ProofRejection = 'malformed' | 'forged' | 'expired' | 'early' | 'elsewhere' | 'unsolved' | 'used';

/** A response that is a proof: what it is counted by. */
export interface WorkProof {
  id: string;
}

/**
 * Verifies a response, apart from whether it was used before.
 *
 * @param text its JSON
 * @param bound what the proof must count for
 */
export function verifyResponse(
  text: string,
  bound: string,
  now: number,
  signer: Signer,
): WorkProof | { rejected: ProofRejection } {
  const response = readResponse(text);
  if (response === null) return { rejected: 'malformed' };
  const { parameters, signature, derivedKey } = response;
  if (!isEqual(signer.ofParameters(JSON.stringify(parameters)), signature)) return { rejected: 'forged' };
  const { data, expiresAt, keySignature, nonce } = parameters;
  if (expiresAt <= now) return { rejected: 'expired' };
  if (expiresAt > now + CHALLENGE_LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS) return { rejected: 'early' };
  if (data.for !== bound) return { rejected: 'elsewhere' };
  return isEqual(signer.ofKey(derivedKey), keySignature) ? { id: nonce } : { rejected: 'unsolved' };
}

/** Whether a text is meant as a response to such a challenge, whatever it proves. */
export function isWork(text: string): boolean {
  return objectOf(parse(text), ['challenge', 'solution']) !== null;
}

interface Response extends WorkChallenge {
  derivedKey: string;
}

/** Reads the JSON; null unless it has exactly the members that it should have. */
function readResponse(text: string): Response | null {
  const { challenge, solution } = objectOf(parse(text), ['challenge', 'solution']) ?? {};
  const { parameters, signature } = objectOf(challenge, ['parameters', 'signature']) ?? {};
  const given = objectOf(parameters, PARAMETERS);
  const { derivedKey } = objectOf(solution, ['counter', 'derivedKey'], ['time']) ?? {};
  if (given === null || !isHex(signature, KEY_BYTES) || !isHex(derivedKey, KEY_BYTES)) return null;
  const { algorithm, cost, data, expiresAt, keyLength, keyPrefix, keySignature, nonce, salt } = given;
  const { for: bound } = objectOf(data, ['for']) ?? {};
  if (algorithm !== ALGORITHM || keyLength !== KEY_BYTES || typeof bound !== 'string') return null;
  if (!isCount(cost) || !isCount(expiresAt)) return null;
  if (!isHex(keyPrefix, PREFIX_LENGTH / 2) || !isHex(keySignature, KEY_BYTES)) return null;
  if (!isHex(nonce, NONCE_BYTES) || !isHex(salt, NONCE_BYTES)) return null;
  return {
    parameters: {
      algorithm,
      cost,
      data: { for: bound },
      expiresAt,
      keyLength,
      keyPrefix,
      keySignature,
      nonce,
      salt,
    },
    signature,
    derivedKey,
  };
}

const PARAMETERS = [
  'algorithm',
  'cost',
  'data',
  'expiresAt',
  'keyLength',
  'keyPrefix',
  'keySignature',
  'nonce',
  'salt',
];

const NONCE_BYTES = 16;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An object with these members, and no others than the optional ones. */
function objectOf(
  value: unknown,
  names: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const given = Object.keys(value);
  const isKnown = given.every((name) => names.includes(name) || optional.includes(name));
  return isKnown && names.every((name) => given.includes(name)) ? (value as Record<string, unknown>) : null;
}

function isHex(value: unknown, bytes: number): value is string {
  return typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 2 ** 53 && Math.floor(value) === value;
}

/** Compares texts in a time that doesn't depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
