/** The ready realm file in the repository. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { REALM_FILE, realmFileDiffers } from '../../../scripts/realm-file/file.ts';
import { npmRun } from '../../support/command.ts';

describe('the ready realm file', () => {
  test('is what npm run build makes of realm-config', async () => {
    expect(await realmFileDiffers()).toBe(false);
  });

  test('is what the declarations make, and the command says so', async () => {
    expect(await npmRun('realm-file', ['--check'])).toMatchObject({ code: 0 });
  });

  test('has placeholders where secrets belong', async () => {
    const realm = JSON.parse(await readFile(path.join(ROOT, REALM_FILE), 'utf8')) as {
      clients: { secret?: string }[];
      smtpServer: Record<string, string>;
    };
    const secrets = realm.clients.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of [...secrets, realm.smtpServer.host]) expect(secret).toMatch(/^\$\{[A-Z_]+\}$/);
  });
});
