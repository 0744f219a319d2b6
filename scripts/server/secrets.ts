/** The secrets of a sample installation: generated once, at random, and stored in a file that only its owner can read. */

import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { OWNER_ONLY, writeAtomically } from './atomic-write.ts';

const SECRET_BYTES = 24;
const REFERRAL_CODE_CHARACTERS = 12;
/** Without easily confused letters and digits. */
const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const SECRET_NAMES = [
  'ADMIN_PASSWORD',
  'DEMO_WEB_SECRET',
  'DEMO_SHOP_SECRET',
  'DEMO_SERVICE_SECRET',
  'DEMO_PENDING_SECRET',
  'BETA_WEB_SECRET',
  'BETA_REFERRAL_CODE',
] as const;

/** By the names of the placeholders in the realm configuration. */
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

/**
 * Returns the secrets in the file; generates missing ones and stores them.
 * @throws Failure if the file isn't JSON
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const stored = existsSync(file) ? parse(await readFile(file, 'utf8'), file) : {};
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, stored[name] ?? generateSecret(name)]),
  ) as Secrets;
  if (SECRET_NAMES.some((name) => stored[name] === undefined)) {
    writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, OWNER_ONLY);
  }
  await chmod(file, OWNER_ONLY);
  return secrets;
}

/**
 * Writes one secret to its own file, for a program that reads it there. A file that isn't empty is left unchanged.
 * @param mode the permissions of the file
 */
export function writeSecretFile(file: string, secret: string, mode: number): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) writeAtomically(file, secret, mode);
}

/** An unguessable secret, in hexadecimal digits. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

function generateSecret(name: keyof Secrets): string {
  if (name !== 'BETA_REFERRAL_CODE') return randomSecret();
  return Array.from({ length: REFERRAL_CODE_CHARACTERS }, () =>
    REFERRAL_CODE_ALPHABET.charAt(randomInt(REFERRAL_CODE_ALPHABET.length)),
  ).join('');
}

function parse(text: string, file: string): Partial<Secrets> {
  try {
    return JSON.parse(text) as Partial<Secrets>;
  } catch {
    throw new Failure(
      `${file} isn't JSON: delete its folder to start afresh, with new secrets and an empty database.`,
    );
  }
}
