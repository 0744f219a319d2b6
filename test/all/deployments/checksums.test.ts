/** Checksums and their signature, verified by the programs in the documents. */
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CHECKSUMS,
  readSigningKey,
  SIGNATURE,
  signChecksums,
  writeChecksums,
} from '../../../scripts/release/checksums.ts';

const run = promisify(execFile);
const PASSPHRASE = 'of this test';

let folder = '';
let release = '';
const inFolder = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkgate-checksums-'));
  release = inFolder('release');
  await mkdir(release);
  await writeFile(path.join(release, 'b.jar'), 'the plugin');
  await writeFile(path.join(release, 'a.tgz'), 'the commands');
  const { privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  await writeFile(inFolder('key.pem'), privateKey.export(pkcs8));
  const encrypted = { ...pkcs8, cipher: 'aes-256-cbc', passphrase: PASSPHRASE } as const;
  await writeFile(inFolder('encrypted.pem'), privateKey.export(encrypted));
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(inFolder('rsa.pem'), other.privateKey.export(pkcs8));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As in docs/install.md. */
async function verifyByOpenssl(publicKey: string): Promise<void> {
  await writeFile(inFolder('linkgate.pub'), publicKey);
  const args = ['-inkey', inFolder('linkgate.pub'), '-in', CHECKSUMS, '-sigfile', SIGNATURE];
  await run('openssl', ['pkeyutl', '-verify', '-pubin', '-rawin', ...args], { cwd: release });
}

describe('checksums', () => {
  test('name every file, in a form that sha256sum checks', async () => {
    await writeChecksums(release);
    const list = await readFile(path.join(release, CHECKSUMS), 'utf8');
    expect(list.split('\n').map((line) => line.split('  ')[1])).toEqual(['a.tgz', 'b.jar', undefined]);
    const { stdout } = await run('sha256sum', ['-c', CHECKSUMS], { cwd: release });
    expect(stdout).toBe('a.tgz: OK\nb.jar: OK\n');
  });

  test('are signed by a key, also by an encrypted one, and a changed list is detected', async () => {
    for (const [name, passphrase] of [['key.pem'], ['encrypted.pem', PASSPHRASE]] as const) {
      await writeChecksums(release);
      const publicKey = await signChecksums(release, await readSigningKey(inFolder(name), passphrase));
      await verifyByOpenssl(publicKey);
      await appendFile(path.join(release, CHECKSUMS), 'more\n');
      await expect(verifyByOpenssl(publicKey)).rejects.toThrow(/Command failed/);
      const list = await readFile(path.join(release, CHECKSUMS));
      const signature = await readFile(path.join(release, SIGNATURE));
      expect(verify(null, list, createPublicKey(publicKey), signature)).toBe(false);
    }
  });

  test('aren’t changed by an existing signature', async () => {
    await writeChecksums(release);
    expect(await readFile(path.join(release, CHECKSUMS), 'utf8')).not.toContain(SIGNATURE);
  });
});

describe('a key for signing', () => {
  test.each([
    ['that is of another kind', 'rsa.pem', undefined],
    ['without its passphrase', 'encrypted.pem', undefined],
    ['with another passphrase', 'encrypted.pem', 'wrong'],
    ['that is invalid', path.join('release', 'a.tgz'), undefined],
    ['that isn’t there', 'missing.pem', undefined],
  ])('%s is rejected, and none of it is printed', async (_, name, passphrase) => {
    const failure = await readSigningKey(inFolder(name), passphrase).catch((error: Error) => error.message);
    expect(failure).toMatch(/^LINKGATE_SIGNING_KEY: \S+ (isn't a private Ed25519 key|can't be read)/);
    expect(failure).not.toMatch(/PRIVATE|commands/);
  });
});
