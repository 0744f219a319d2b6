/** Secrets are generated once, completely or not at all. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSecrets, randomSecret, writeSecretFile } from '../../../scripts/server/secrets.ts';

const READ_ONLY = 0o444;
const PERMISSIONS = 0o777;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkgate-secrets-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & PERMISSIONS;

test('an existing file that others can read is closed to them', async () => {
  const file = path.join(folder, 'secrets.json');
  const first = await loadSecrets(file);
  await chmod(file, 0o644);
  expect(await loadSecrets(file)).toEqual(first);
  expect(await modeOf(file)).toBe(0o600);
});

describe('a secret in a file of its own', () => {
  test('is written once, and stays', async () => {
    const file = path.join(folder, 'password');
    writeSecretFile(file, 'first', READ_ONLY);
    writeSecretFile(file, 'second', READ_ONLY);
    expect(await readFile(file, 'utf8')).toBe('first');
    expect(await modeOf(file)).toBe(READ_ONLY);
  });

  test('replaces an empty or truncated file, which an interruption left', async () => {
    const file = path.join(folder, 'password');
    await writeFile(file, '', { mode: READ_ONLY });
    await writeFile(`${file}.partial`, 'sec', { mode: READ_ONLY });
    writeSecretFile(file, 'secret', READ_ONLY);
    expect(await readFile(file, 'utf8')).toBe('secret');
    await expect(stat(`${file}.partial`)).rejects.toThrow('ENOENT');
  });

  test('differs from every other', () => {
    expect(randomSecret()).toMatch(/^[0-9a-f]{48}$/);
    expect(randomSecret()).not.toBe(randomSecret());
  });
});

describe('the secrets of an installation', () => {
  test('are generated once, completed if some are missing, and readable only by their owner', async () => {
    const file = path.join(folder, 'data', 'secrets.json');
    const made = await loadSecrets(file);
    const { DEMO_WEB_SECRET: _, ...rest } = made;
    await writeFile(file, JSON.stringify(rest));
    const completed = await loadSecrets(file);
    expect({ ...completed, DEMO_WEB_SECRET: '' }).toEqual({ ...made, DEMO_WEB_SECRET: '' });
    expect(completed.DEMO_WEB_SECRET).toMatch(/^[0-9a-f]{48}$/);
    expect(await loadSecrets(file)).toEqual(completed);
    expect(await modeOf(file)).toBe(0o600);
  });
});
