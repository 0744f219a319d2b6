/** `npm run linkgate -- remove` in stock realms with the step, in one that seeding created, and with wrong arguments. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { npmRunHere } from '../../support/command.ts';
import { comparable, exportedRealm, mentions } from '../../support/exported.ts';
import { declareRealm, type OwnRealm } from '../../support/own-realm.ts';
import { removed, runs } from '../../support/remove.ts';
import { ACME_REALM, createAcmeRealm, removeAcmeRealm } from '../../support/stock/acme-realm.ts';

const { variables } = inject('site');
const realm = ACME_REALM;
const smtpPort = Number(variables.SMTP_PORT);
describe('in a stock realm with the step', () => {
  let before: unknown;
  beforeAll(async () => {
    await createAcmeRealm(await admin(), { smtpPort });
    before = comparable(await exportedRealm(realm));
  });
  afterAll(async () => await removeAcmeRealm(await admin()));

  test('removal binds the former flows and removes the copies', async () => {
    await runs('add-step', '--realm', realm, '--bind', '--apply');
    await runs('add-step', '--realm', realm, '--flow', 'reset credentials', '--bind', '--apply');
    await runs('add-step', '--realm', realm, '--client', 'shop-spa', '--name', 'for the shop', '--apply');
    await removed(realm, 3);
    expect(await removed(realm, 0, '--apply')).toMatchObject({ left: [], unknown: [] });
    expect(comparable(await exportedRealm(realm))).toEqual(before);
  });

  test('a bound flow with the step that no command made stops it before any change', async () => {
    await createAcmeRealm(await admin(), { smtpPort, step: { lifetime: '600' } });
    const now = await exportedRealm(realm);
    const ran = await npmRunHere('remove', ['--realm', realm, '--apply']);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain('bind other flows first');
    expect(ran.stderr).toContain('flow acme browser: browserFlow');
    expect(await exportedRealm(realm)).toEqual(now);

    await (await admin()).realms.update({ realm }, { browserFlow: 'browser' });
    const { left } = await removed(realm, 0, '--apply');
    expect(left).toContainEqual({
      object: 'flow acme browser',
      reason: expect.stringContaining('has the step'),
    });
  });
});

describe('in a realm that seeding created', () => {
  const NAME = 'leaving';
  let own: OwnRealm;
  beforeAll(async () => {
    own = await declareRealm(NAME);
    await own.declare((file) => {
      file.settings = {
        displayName: 'Leaving',
        smtpServer: { from: 'us@leaving.example', fromDisplayName: 'Leaving' },
      };
      file.apiScopes = [
        {
          name: 'orders:read',
          consentText: { en: 'Read your orders', de: 'Ihre Bestellungen lesen' },
          audience: 'https://orders.example.com',
          neededRoles: ['customer'],
        },
      ];
      const [web] = file.clients;
      if (web) web.apiScopes = ['orders:read'];
    });
    await runs('seed', '--config', own.folder, '--apply', '--no-check');
  });
  afterAll(async () => await own?.remove());

  test('removal says what it can’t know, closes what only Linkgate rejected, and leaves applications', async () => {
    const api = await admin();
    const pending = async () => (await api.clients.find({ realm: NAME, clientId: 'demo-pending' }))[0];
    const before = await pending();
    const { left, unknown } = await removed(NAME, 0, '--apply');
    expect(await pending()).toMatchObject({ enabled: false, webOrigins: before?.webOrigins ?? [] });
    expect(unknown).toContainEqual({ object: 'realm', field: 'accessTokenLifespan', reason: 'stays 3600' });
    expect(unknown).toContainEqual({
      object: 'realm',
      field: 'browserFlow',
      reason: "what was bound before isn't known; browser is bound",
    });
    expect(left).toContainEqual({
      object: 'client demo-pending',
      reason: 'is disabled, since it was not approved and only Linkgate checked that',
    });
    expect(left).toContainEqual(expect.objectContaining({ object: 'client scope orders:read' }));

    const found = await api.realms.findOne({ realm: NAME });
    expect(found).toMatchObject({ browserFlow: 'browser', loginTheme: '', emailTheme: '' });
    expect(mentions(await exportedRealm(NAME))).toEqual([]);
    const enabled = (await api.clients.find({ realm: NAME }))
      .filter(({ clientId = '' }) => clientId.startsWith('demo-'))
      .map((client) => [client.clientId, client.enabled]);
    expect(Object.fromEntries(enabled)).toMatchObject({ 'demo-web': true, 'demo-pending': false });
    const scopes = await api.clientScopes.find({ realm: NAME });
    const of = (name: string) => scopes.find((scope) => scope.name === name);
    expect(of('orders:read')).toMatchObject({
      attributes: { 'consent.screen.text': `\${apiScope.orders_3aread}` },
      protocolMappers: [{ protocolMapper: 'oidc-audience-mapper' }],
    });
    expect(of('profile')?.protocolMappers?.find(({ name }) => name === 'name')).toMatchObject({
      protocolMapper: 'oidc-full-name-mapper',
    });
    const texts = await api.realms.getRealmLocalizationTexts({ realm: NAME, selectedLocale: 'de' });
    expect(texts).toEqual({ 'apiScope.orders_3aread': 'Ihre Bestellungen lesen' });
    expect(await removed(NAME, 0)).toMatchObject({ changes: [] });
  });
});

describe('rejects', () => {
  test.each([
    ['a missing realm', [], 2, '--realm: missing'],
    ['an unknown realm', ['--realm', 'nowhere'], 1, 'realm nowhere: not on '],
    ['a stray word', ['acme'], 2, 'acme: not expected'],
  ])('%s and says why', async (_, args, code, message) => {
    const ran = await npmRunHere('remove', args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
