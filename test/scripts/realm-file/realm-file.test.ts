/** The ready realm files in the repository. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import { CONFIG_CLI_FILE, differingRealmFiles, REALM_FILE } from '../../../scripts/realm-file/file.ts';
import { npmRun } from '../../support/command.ts';

interface Realm {
  clients: { clientId: string; secret?: string }[];
  smtpServer: Record<string, string>;
}

async function read<T = Realm>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as T;
}

describe('the ready realm files', () => {
  test('are what npm run build generates from realm-config', async () => {
    expect(await differingRealmFiles()).toEqual([]);
  });

  test('match the declarations, and the command confirms it', async () => {
    expect(await npmRun('realm-file', ['--check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    [REALM_FILE, /^\$\{[A-Z_]+\}$/],
    [CONFIG_CLI_FILE, /^\$\(env:[A-Z_]+\)$/],
  ])('%s has placeholders where secrets belong', async (file, placeholder) => {
    const realm = await read(file);
    const secrets = realm.clients.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of [...secrets, realm.smtpServer.host]) expect(secret).toMatch(placeholder);
  });

  test('for new installations have no client of the sample, and a mail server that requires a password', async () => {
    const sample = await read(REALM_FILE);
    const deployed = await read('deploy/kubernetes/base/linkgate-realm.json');
    expect(deployed.clients).toEqual(sample.clients.filter(({ clientId }) => clientId === 'linkgate-admin'));
    expect(deployed.smtpServer).toEqual({
      ...sample.smtpServer,
      auth: 'true',
      user: `\${SMTP_USERNAME}`,
      password: `\${SMTP_PASSWORD}`,
      starttls: 'true',
    });
    const same = ({ clients: _, smtpServer: __, ...rest }: Realm) => rest;
    expect(same(deployed)).toEqual(same(sample));
  });

  test('for the Operator has the same realm, and a secret for each of its placeholders', async () => {
    const { spec } = await read<{ spec: { realm: Realm; placeholders: object } }>(
      'deploy/kubernetes/operator/realm-import.json',
    );
    expect(spec.realm).toEqual(await read('deploy/kubernetes/base/linkgate-realm.json'));
    const named = JSON.stringify(spec.realm).match(/(?<=\$\{)[A-Z_]+(?=\})/g) ?? [];
    expect(Object.keys(spec.placeholders).sort()).toEqual([...new Set(named)].sort());
  });
});
