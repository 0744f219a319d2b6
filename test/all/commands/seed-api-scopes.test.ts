/** `npm run linkgate -- seed` with API scopes: creates and fixes them, removes those that are no longer declared, and passes the check. */

import { pathToFileURL } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import type { Change } from '../../../scripts/seed/change.ts';
import { seed as seedRealm } from '../../../scripts/seed/seed.ts';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { jsonOf, type Ran } from '../../support/command.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { useRealm } from '../../support/own-realm.ts';
import { requestLink } from '../../support/sign-in.ts';

const { serverUrl, admin: account, variables } = inject('site');
const REALM = 'seed-api-scopes';
const RUN_MILLIS = 360_000;
const READ = {
  name: 'orders:read',
  consentText: { en: "Read a user's orders", ja: '注文を表示' },
  audience: 'https://orders.example.com',
  neededRoles: ['customer'],
  rolesInTokens: true,
};
/** The name is a URI: it is part of requests' paths, too. */
const WRITE = {
  name: 'https://orders.example.com/write',
  consentText: { en: "Change a user's {orders}" },
  audience: 'demo-shop',
};
const WRITE_KEY = 'linkgateScope.https_3a_2f_2forders.example.com_2fwrite';

const { own, seed } = useRealm(REALM);

const changesOf = (ran: Ran) => jsonOf<{ changes: Change[] }>(ran).changes;
const created = (object: string) => ({ realm: REALM, object, action: 'created' });
const updated = (object: string, field: string, before: unknown, after: unknown) =>
  expect.objectContaining({ object, action: 'updated', field, before, after });

async function scopeNamed(name: string) {
  return (await (await admin()).clientScopes.find({ realm: REALM })).find((scope) => scope.name === name);
}

async function textsIn(selectedLocale: string) {
  return await (await admin()).realms.getRealmLocalizationTexts({ realm: REALM, selectedLocale });
}

async function optionalScopesOf(clientId: string) {
  const [client] = await (await admin()).clients.find({ realm: REALM, clientId });
  return [...(client?.optionalClientScopes ?? [])].sort();
}

async function neededRolesOf(name: string) {
  const { id = '' } = (await scopeNamed(name)) ?? {};
  const roles = await (await admin()).clientScopes.listRealmScopeMappings({ realm: REALM, id });
  return roles.map((role) => role.name);
}

describe('API scopes', () => {
  test('are created with their roles, texts and clients, as a run without --apply shows before', async () => {
    await own().declare((file) => {
      file.apiScopes = [READ, WRITE];
      for (const client of file.clients)
        if (client.clientId === 'demo-web') client.apiScopes = [READ.name, WRITE.name];
        else if (client.clientId === 'demo-shop') client.apiScopes = [READ.name];
    });
    const expected = [
      created('realm role customer'),
      created(`client scope ${READ.name}`),
      created(`client scope ${WRITE.name}`),
      updated('client demo-web', `optionalClientScopes.${READ.name}`, false, true),
      updated('client demo-web', `optionalClientScopes.${WRITE.name}`, false, true),
      updated('client demo-shop', `optionalClientScopes.${READ.name}`, false, true),
    ];
    const dry = await seed('--json');
    expect(dry.code, dry.stderr).toBe(3);
    expect(changesOf(dry)).toEqual(expected);
    expect(await scopeNamed(READ.name)).toBeUndefined();

    const ran = await seed('--apply', '--no-check', '--json');
    expect(ran.code, ran.stderr).toBe(0);
    expect(changesOf(ran)).toEqual(expected);
    expect(await scopeNamed(READ.name)).toMatchObject({
      attributes: {
        'linkgate.api-scope': 'true',
        'linkgate.seeded': 'true',
        'consent.screen.text': `\${linkgateScope.orders_3aread}`,
      },
    });
    expect(await neededRolesOf(READ.name)).toEqual(['customer']);
    expect(await neededRolesOf(WRITE.name)).toEqual([]);
    expect(await textsIn('en')).toEqual({
      'linkgateScope.orders_3aread': "Read a user''s orders",
      [WRITE_KEY]: "'Change a user''s {orders}'",
    });
    expect(await textsIn('ja')).toEqual({ 'linkgateScope.orders_3aread': '注文を表示' });
    expect(await optionalScopesOf('demo-shop')).toEqual(['address', 'email', READ.name, 'profile'].sort());
  });

  test('are as declared then: a second run changes nothing', async () => {
    const dry = await seed();
    expect(dry, dry.stderr).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
  });

  test('pass the conformance check, which lists them', { timeout: RUN_MILLIS }, async () => {
    const ran = await seed('--apply', '--json');
    expect(ran.code, ran.stdout).toBe(0);
    const [report] = jsonOf<{ conformance: Report[] }>(ran).conformance;
    const found = report?.findings.find(({ check }) => check === 'api-scopes');
    expect(found).toMatchObject({ outcome: 'good', note: `${WRITE.name}, ${READ.name}` });
    expect(report?.findings).toContainEqual(
      expect.objectContaining({ check: 'token-response', outcome: 'good' }),
    );
  });

  test('are what a user consents to, word for word', async () => {
    const { web } = inject('site').clients;
    const email = newAddress();
    const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
    const scope = `openid ${WRITE.name}`;
    expect((await requestLink({ ...fields, scope }, own().baseUrl)).status).toBe(200);
    const page = await new Agent().open(linkIn(await emailTo(email)));
    expect(page.text).toMatch(/<li><span dir="auto">Change a user(&#39;|')s \{orders\}<\/span><\/li>/);
  });

  test('are restored where administrators changed them; a client without a declaration keeps its own', async () => {
    const { clientScopes, clients, realms, roles } = await admin();
    const scope = await scopeNamed(READ.name);
    const id = scope?.id ?? '';
    await clientScopes.update(
      { realm: REALM, id },
      { ...scope, attributes: { ...scope?.attributes, 'linkgate.api-scope': 'false' } },
    );
    const audience = scope?.protocolMappers?.find(({ name }) => name === 'audience') ?? {};
    await clientScopes.updateProtocolMapper(
      { realm: REALM, id, mapperId: audience.id ?? '' },
      { ...audience, config: { audience: 'https://elsewhere.example.com' } },
    );
    await roles.create({ realm: REALM, name: 'clerk' });
    const clerk = await roles.findOneByName({ realm: REALM, name: 'clerk' });
    await clientScopes.addRealmScopeMappings({ realm: REALM, id }, [{ id: clerk?.id ?? '', name: 'clerk' }]);
    await realms.addLocalization(
      { realm: REALM, selectedLocale: 'ja', key: 'linkgateScope.orders_3aread' },
      'changed',
    );
    for (const clientId of ['demo-shop', 'demo-mobile']) {
      const [client] = await clients.find({ realm: REALM, clientId });
      const write = await scopeNamed(WRITE.name);
      await clients.addOptionalClientScope({
        realm: REALM,
        id: client?.id ?? '',
        clientScopeId: write?.id ?? '',
      });
    }
    const object = `client scope ${READ.name}`;
    const ran = await seed('--apply', '--no-check', '--json');
    expect(ran.code, ran.stderr).toBe(0);
    expect(changesOf(ran)).toEqual([
      updated(object, 'attributes["linkgate.api-scope"]', 'false', 'true'),
      updated(
        `${object} mapper audience`,
        'config.audience',
        'https://elsewhere.example.com',
        'https://orders.example.com',
      ),
      updated(object, 'neededRoles.clerk', true, false),
      updated(object, 'consentText.ja', 'changed', '注文を表示'),
      updated('client demo-shop', `optionalClientScopes.${WRITE.name}`, true, false),
    ]);
    expect(await optionalScopesOf('demo-mobile')).toContain(WRITE.name);
  });

  test('no longer in tokens lose the mapper of roles', async () => {
    await own().declare((file) => {
      file.apiScopes = [{ ...READ, rolesInTokens: false }, WRITE];
    });
    const ran = await seed('--apply', '--no-check', '--json');
    expect(changesOf(ran)).toEqual([
      { realm: REALM, object: `client scope ${READ.name} mapper roles`, action: 'removed' },
    ]);
  });

  test('that are no longer declared stay, until a run prunes; those made by hand stay then, too', async () => {
    const { clientScopes, roles } = await admin();
    const attributes = { 'linkgate.api-scope': 'true' };
    await clientScopes.create({ realm: REALM, name: 'by-hand', protocol: 'openid-connect', attributes });
    await own().declare((file) => {
      file.apiScopes = [WRITE];
      for (const client of file.clients) if (client.apiScopes) client.apiScopes = [WRITE.name];
    });
    expect((await seed('--apply', '--no-check')).code).toBe(0);
    expect(await scopeNamed(READ.name)).toBeDefined();
    const removal = [{ realm: REALM, object: `client scope ${READ.name}`, action: 'removed' }];
    expect(changesOf(await seed('--prune', '--json'))).toEqual(removal);
    expect(changesOf(await seed('--prune', '--apply', '--no-check', '--json'))).toEqual(removal);
    expect(await scopeNamed(READ.name)).toBeUndefined();
    expect(await scopeNamed('by-hand')).toBeDefined();
    expect(await textsIn('en')).toEqual({ [WRITE_KEY]: "'Change a user''s {orders}'" });
    expect(await textsIn('ja')).toEqual({});
    expect(await optionalScopesOf('demo-shop')).toEqual(['address', 'email', WRITE.name, 'profile'].sort());
    expect(await roles.findOneByName({ realm: REALM, name: 'customer' })).toBeDefined();
    const again = await seedRealm({
      serverUrl,
      admin: account,
      variables,
      folder: pathToFileURL(`${own().folder}/`),
      prune: true,
      apply: true,
    });
    expect(again.changes).toEqual([]);
  });
});
