/**
 * The files for other tools contain everything that is declared of a realm: without these tools, which `test/all/deployments`
 * runs if they are configured.
 */
import { describe, expect, test } from 'vitest';
import { CONFIG_CLI_FILE, REALM_FILE, realmFiles } from '../../scripts/realm-file/file.ts';
import { readText } from '../support/documents.ts';

interface Realm extends Record<string, unknown> {
  clients: (Record<string, unknown> & { clientId: string; attributes: Record<string, string> })[];
}

const realm = JSON.parse(readText(REALM_FILE)) as Realm;
const clients = realm.clients.filter(({ clientId }) => clientId !== 'linkgate-admin');
const main = readText('deploy/terraform/main.tf');

describe('Terraform', () => {
  /** Attributes that Keycloak's import adds, and settings that a block's presence implies. */
  const imported = [
    ...['authenticatorConfig', 'authenticationFlows', 'roles', 'scopeMappings', 'clientScopes', 'components'],
    ...['defaultDefaultClientScopes', 'defaultOptionalClientScopes', 'clientScopeMappings'],
    'internationalizationEnabled',
  ];

  test('reads every setting of the realm', () => {
    const settings = Object.keys(realm).filter((name) => !imported.includes(name));
    expect(settings.length).toBeGreaterThan(20);
    expect(settings.filter((name) => !new RegExp(`local\\.realm\\.${name}\\b`).test(main))).toEqual([]);
  });

  test('reads every field of the clients, whose secrets are passed separately', () => {
    const apart = ['clientId', 'secret', 'protocol'];
    const fields = [...new Set(clients.flatMap((client) => Object.keys(client)))];
    const missing = fields.filter((name) => !apart.includes(name) && !main.includes(`each.value.${name}`));
    expect(missing).toEqual([]);
    expect(fields).toContain('consentRequired');
  });

  test('reads only attributes that all clients have', () => {
    const read = [...main.matchAll(/each\.value\.attributes\["([^"]+)"\]/g)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(5);
    for (const { attributes } of clients)
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(read));
  });
});

describe('keycloak-config-cli', () => {
  test('fills in the same placeholders as Keycloak’s import, each in its own form', async () => {
    const inForm = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name);
    const keycloaks = inForm(readText(REALM_FILE), /\$\{([A-Z_]+)\}/g);
    const made = (await realmFiles()).get(CONFIG_CLI_FILE) ?? '';
    expect(inForm(made, /\$\(env:([A-Z_]+)\)/g)).toEqual(keycloaks);
    const guide = readText('docs/kubernetes.md');
    for (const name of keycloaks) expect(guide).toContain(` ${name}=…`);
  });
});
