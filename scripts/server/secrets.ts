/** The secrets of a sample installation: made once, at random, and kept in a file that only its owner can read. */

import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from './failure.ts';

const SECRET_BYTES = 24;
const REFERRAL_CODE_CHARACTERS = 12;
/** Without the letters and digits that people mix up. */
const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const OWNER_ONLY = 0o600;

const SECRET_NAMES = [
  'ADMIN_PASSWORD',
  'DEMO_WEB_SECRET',
  'DEMO_SHOP_SECRET',
  'DEMO_SERVICE_SECRET',
  'DEMO_PENDING_SECRET',
  'BETA_WEB_SECRET',
  'BETA_REFERRAL_CODE',
] as const;

/** By the names that the realm configuration uses for its variables. */
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

/**
 * Returns the secrets of the file, and makes those that it lacks; a file that isn't there lacks all.
 * @throws Failure when the file can't be read as JSON
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const kept = existsSync(file) ? parse(await readFile(file, 'utf8'), file) : {};
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, kept[name] ?? makeSecret(name)]),
  ) as Secrets;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (SECRET_NAMES.some((name) => kept[name] === undefined)) {
    const unfinished = `${file}.partial`;
    await writeFile(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: OWNER_ONLY });
    await rename(unfinished, file);
  }
  await chmod(file, OWNER_ONLY);
  return secrets;
}

function makeSecret(name: keyof Secrets): string {
  if (name !== 'BETA_REFERRAL_CODE') return randomBytes(SECRET_BYTES).toString('hex');
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
