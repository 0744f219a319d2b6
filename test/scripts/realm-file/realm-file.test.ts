/** The ready-made realm files: that of the repository, and those that are made from the same declarations. */
import { describe, expect, test } from 'vitest';
import {
  CONFIG_CLI_FILE,
  DEPLOYED_FILE,
  differsFromDeclarations,
  OPERATOR_FILE,
  REALM_FILE,
  realmFiles,
} from '../../../scripts/realm-file/file.ts';
import { npmRun } from '../../support/command.ts';

interface Realm {
  clients: { clientId: string; secret?: string }[];
  smtpServer: Record<string, string>;
}

const files = await realmFiles();

function read<T = Realm>(file: string): T {
  return JSON.parse(files.get(file) ?? '') as T;
}

describe('the ready realm files', () => {
  test('match the declarations where the repository has them, and the command confirms it', async () => {
    expect(await differsFromDeclarations()).toBe(false);
    expect(await npmRun('realm-file', ['--check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    [REALM_FILE, /^\$\{[A-Z_]+\}$/],
    [CONFIG_CLI_FILE, /^\$\(env:[A-Z_]+\)$/],
  ])('%s has placeholders where secrets belong', (file, placeholder) => {
    const realm = read(file);
    const secrets = realm.clients.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of [...secrets, realm.smtpServer.host]) expect(secret).toMatch(placeholder);
  });

  test('for new installations have no client of the sample, and a mail server that requires a password', () => {
    const sample = read(REALM_FILE);
    const deployed = read(DEPLOYED_FILE);
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

  test('for the Operator has the same realm, and a secret for each of its placeholders', () => {
    const { spec } = read<{ spec: { realm: Realm; placeholders: object } }>(OPERATOR_FILE);
    expect(spec.realm).toEqual(read(DEPLOYED_FILE));
    const named = JSON.stringify(spec.realm).match(/(?<=\$\{)[A-Z_]+(?=\})/g) ?? [];
    expect(Object.keys(spec.placeholders).sort()).toEqual([...new Set(named)].sort());
  });
});
