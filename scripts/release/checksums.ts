/** The checksum file of a release (verified by `sha256sum -c`), and its signature. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';

/** The checksum file: it lists all other files of a release. */
export const CHECKSUMS = 'SHA256SUMS';
/** The checksum file's Ed25519 signature (RFC 8032), 64 raw bytes. */
export const SIGNATURE = `${CHECKSUMS}.sig`;

/** Writes the SHA-256 checksums of all files in a folder, sorted by name. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS && name !== SIGNATURE).sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(path.join(folder, name)))}  ${name}\n`),
  );
  await writeFile(path.join(folder, CHECKSUMS), lines.join(''));
}

/** The digest in hexadecimal. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Reads the signing key from a file.
 * @param file PEM (PKCS #8)
 * @param passphrase of an encrypted key
 * @throws Failure if the file isn't a private Ed25519 key; its content isn't shown
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

/** Signs the checksum file. Returns the public key (PEM), for publication. */
export async function signChecksums(folder: string, key: KeyObject): Promise<string> {
  const list = await readFile(path.join(folder, CHECKSUMS));
  await writeFile(path.join(folder, SIGNATURE), sign(null, list, key));
  return String(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
