/** The list of a release's files with their SHA-256 (`sha256sum -c` checks it), and its signature. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';

/** Names every other file of a release. */
export const CHECKSUMS = 'SHA256SUMS';
/** The list's Ed25519 signature (RFC 8032), 64 bytes as they are. */
export const SIGNATURE = `${CHECKSUMS}.sig`;

/** Lists all files of a folder, in the order of their names. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS && name !== SIGNATURE).sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(path.join(folder, name)))}  ${name}\n`),
  );
  await writeFile(path.join(folder, CHECKSUMS), lines.join(''));
}

/** In hexadecimal. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The key of a file, for signing.
 * @param file PEM (PKCS #8)
 * @param passphrase of an encrypted one
 * @throws Failure for a file that isn't a private Ed25519 key; its content isn't shown
 */
export async function readSigningKey(file: string, passphrase?: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`LINKGATE_SIGNING_KEY: ${file} can't be read (${error.code})`);
  });
  const key = privateKey(text, passphrase);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Failure(
      `LINKGATE_SIGNING_KEY: ${file} isn't a private Ed25519 key in PEM, or needs another LINKGATE_SIGNING_PASSPHRASE`,
    );
  return key;
}

function privateKey(text: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    return undefined;
  }
}

/** Signs the list, and with it every file that it names. Returns the public key (PEM), for publication. */
export async function signChecksums(folder: string, key: KeyObject): Promise<string> {
  const list = await readFile(path.join(folder, CHECKSUMS));
  await writeFile(path.join(folder, SIGNATURE), sign(null, list, key));
  return String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
