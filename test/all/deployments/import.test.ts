/** Keycloak's own import creates the sample realm from the ready realm file, on an empty server. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';
import type { Report } from '../../../scripts/conformance/run.ts';
import { realmRepresentation } from '../../../scripts/realm-file/representation.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { expectConformant, optionsAt } from '../../support/conformance.ts';
import { type Imported, importAtStart, importByCommand } from '../../support/imported.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';

let own: OwnSite;
beforeAll(async () => {
  own = await openOwnSite();
});
afterAll(() => own.inbox.close());

let server: Imported | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('the ready realm file', () => {
  test('creates a conformant realm by kc.sh import', async () => {
    const { variables } = own;
    server = await importByCommand(variables);
    const { baseUrl, inboxUrl, clients } = own.siteAt(server.url);
    const { web, shop, mobile, service, pending } = clients;
    const args = [
      ...[...optionsAt(baseUrl), '--inbox', inboxUrl],
      ...['--client-id', web.client_id, '--redirect-uri', web.redirect_uri],
      ...['--other-client-id', shop.client_id, '--other-redirect-uri', shop.redirect_uri],
      ...['--public-client-id', mobile.client_id, '--public-redirect-uri', mobile.redirect_uri],
      ...['--service-client-id', service.client_id, '--pending-client-id', pending.client_id],
    ];
    const ran = await npmRun('conformance', [...args, '--json'], {
      CLIENT_SECRET: variables.DEMO_WEB_SECRET ?? '',
      OTHER_CLIENT_SECRET: variables.DEMO_SHOP_SECRET ?? '',
      SERVICE_CLIENT_SECRET: variables.DEMO_SERVICE_SECRET ?? '',
      PENDING_CLIENT_SECRET: variables.DEMO_PENDING_SECRET ?? '',
    });
    const { findings } = expectConformant(ran);
    // No address is exempt here: the default limits are enforced.
    for (const check of ['rate-limit-headers', 'pkce', 'code-once'])
      expect(findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
    expect(ran.stdout).not.toContain(variables.DEMO_WEB_SECRET ?? '');
  });

  test('creates the same realm by start --import-realm as by seeding', async () => {
    server = await importAtStart(own.variables);
    const site = own.siteAt(server.url);
    const seeded = await npmRunHere('seed', ['--realm', 'linkgate'], { site });
    expect(seeded).toMatchObject({ code: 0, stdout: 'linkgate: nothing to change\n' });
    const ran = await npmRunHere('conformance', ['--json'], { site });
    expectConformant(ran);
    expect(jsonOf<Report>(ran).versions).toEqual({
      keycloak: KEYCLOAK_VERSION,
      linkgate: expect.stringMatching(/^\d/),
    });
  });
});

test('the file of a realm with API scopes creates the same realm as seeding: no text of theirs is taken for a placeholder', async () => {
  const { folder, file } = await realmWithApiScopes();
  server = await importAtStart(own.variables, file);
  const site = own.siteAt(server.url);
  const args = ['--config', folder, '--realm', 'linkgate'];
  const seeded = await npmRunHere('seed', args, { site });
  expect(seeded, seeded.stderr).toMatchObject({ code: 0, stdout: 'linkgate: nothing to change\n' });
  const checked = await npmRunHere('conformance', ['--json', '--only', 'api-scopes'], { site });
  expect(expectConformant(checked).findings).toMatchObject([
    { check: 'api-scopes', note: 'https://orders.example.com/write, orders:read' },
  ]);
});

/** The declarations with API scopes, and the file built from them. */
async function realmWithApiScopes(): Promise<{ folder: string; file: string }> {
  const folder = partPath('config-api-scopes');
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(ROOT, 'realm-config'), folder, { recursive: true });
  const declared = path.join(folder, 'realms', 'linkgate.json');
  const sample = JSON.parse(await readFile(declared, 'utf8')) as { clients: { clientId: string }[] };
  const read = {
    name: 'orders:read',
    consentText: { en: "Read a user's {orders}", ja: '注文を表示' },
    audience: 'https://orders.example.com',
    neededRoles: ['customer'],
    rolesInTokens: true,
  };
  const write = {
    name: 'https://orders.example.com/write',
    consentText: { en: 'Change' },
    audience: 'demo-shop',
  };
  const clients = sample.clients.map((client) =>
    client.clientId === 'demo-web' ? { ...client, apiScopes: [read.name, write.name] } : client,
  );
  await writeFile(declared, JSON.stringify({ ...sample, apiScopes: [read, write], clients }));
  const [desired] = await loadDesiredRealms((name) => `\${${name}}`, {
    names: ['linkgate'],
    folder: pathToFileURL(`${folder}/`),
  });
  if (!desired) throw new Error('the realm isn’t declared');
  const file = path.join(folder, 'import', 'linkgate-realm.json');
  await writeFile(file, JSON.stringify(realmRepresentation(desired)));
  return { folder, file };
}
