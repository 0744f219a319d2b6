/** `npm run linkgate -- remove`: takes Linkgate out of a realm that was there before it. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LINKS_ROLE } from '../../../provider-scripts/src/platform/keycloak/resources.ts';
import { CLIENT, REALM as SETTINGS_OF_REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import { callLinkgate } from '../../../scripts/admin/call.ts';
import { createReferral } from '../../../scripts/admin/referrals.ts';
import { readRepresentations } from '../../../scripts/seed/former-values/read.ts';
import { begin, recordIn, textOf } from '../../../scripts/seed/former-values/record.ts';
import { unitsOf } from '../../../scripts/seed/former-values/units.ts';
import { admin } from '../../support/admin.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import { comparable, exportedRealm, mentions } from '../../support/exported.ts';
import { declareRealm, type OwnRealm } from '../../support/own-realm.ts';
import { removed, runs } from '../../support/remove.ts';
import { exchange, follow, requestLink } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';
import { ACME_REALM, createAcmeRealm } from '../../support/stock/acme-realm.ts';

const { serverUrl, variables } = inject('site');
const realm = ACME_REALM;
const baseUrl = `${serverUrl}/realms/${realm}`;
const smtpPort = Number(variables.SMTP_PORT);
const OFFICE = {
  client_id: 'back-office',
  client_secret: 'back-office-secret',
  redirect_uri: 'https://back-office.acme.example/callback',
} as const satisfies SiteClient;

async function passwordGrant(): Promise<Response> {
  return await fetch(`${baseUrl}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'ada',
      password: 'ada-password',
      client_id: OFFICE.client_id,
      client_secret: OFFICE.client_secret,
    }),
  });
}

const records = async () => recordIn((await (await admin()).realms.findOne({ realm }))?.attributes);

describe('in a realm that was there before Linkgate', () => {
  let own: OwnRealm;
  let before: unknown;
  const seed = () => runs('seed', '--config', own.folder, '--apply', '--no-check');
  beforeAll(async () => {
    await createAcmeRealm(await admin(), { smtpPort });
    before = comparable(await exportedRealm(realm));
    own = await declareRealm(realm);
    await own.declare((file) => {
      file.apiScopes = [];
      const { client_id: clientId, client_secret: secret, redirect_uri } = OFFICE;
      file.clients = [{ clientId, secret, redirectUris: [redirect_uri], consentRequired: false }];
      file.settings.displayName = 'First';
    });
  });
  afterAll(async () => await own?.remove());

  test('seeding stores the former values, and a second run keeps them', async () => {
    await seed();
    const first = await records();
    expect(first).toMatchObject({ incomplete: false });
    expect(first).not.toHaveProperty('begun');
    const of = (record: typeof first, ...path: string[]) =>
      record?.values.find((value) => JSON.stringify(value.path) === JSON.stringify(path));
    expect(of(first, 'realm', 'browserFlow')).toMatchObject({
      before: 'acme browser',
      after: 'linkgate browser',
    });
    expect(of(first, 'realm', 'displayName')).toMatchObject({ before: 'Acme', after: 'First' });
    expect(JSON.stringify(first)).not.toContain('secret');

    await seed();
    expect(await records()).toEqual(first);
    await own.declare((file) => {
      file.settings.displayName = 'Second';
    });
    await seed();
    const second = await records();
    expect(of(second, 'realm', 'displayName')).toMatchObject({ before: 'Acme', after: 'Second' });
    expect(second?.values).toHaveLength(first?.values.length ?? 0);
  });

  test('removal leaves nothing of Linkgate, and the realm as it was but for what people changed', async () => {
    const { client_id, redirect_uri } = OFFICE;
    const address = 'ada@acme.example';
    const count = (await emailsTo(address)).length + 1;
    const requested = await requestLink({ email: address, client_id, redirect_uri }, baseUrl);
    expect(requested.status, await requested.text()).toBe(200);
    const code = (await follow(linkIn(await emailTo(address, count)))).searchParams.get('code');
    expect((await exchange(code, OFFICE, {}, baseUrl)).status).toBe(200);
    const api = await admin();
    const target = { client: api, realm };
    await createReferral(target, {});
    await callLinkgate(target, 'PUT', 'linkgate/invitation-settings', { allowed: true });
    await api.roles.create({ realm, name: LINKS_ROLE });
    await api.realms.update({ realm }, { ssoSessionIdleTimeout: 1234 });
    await api.realms.addLocalization({ realm, selectedLocale: 'en', key: 'linkgateEmailTitle' }, 'Hello');
    const [spa] = await api.clients.find({ realm, clientId: 'shop-spa' });
    await api.clients.update(
      { realm, id: spa?.id ?? '' },
      { ...spa, attributes: { ...spa?.attributes, [CLIENT.approval.name]: 'approved' } },
    );
    const [office] = await api.clients.find({ realm, clientId: OFFICE.client_id });
    const path = `linkgate/clients/${office?.id}`;
    const { version } = (await (await callLinkgate(target, 'GET', path)).json()) as { version: string };
    const factor = { second_factor: 'always', version };
    expect((await callLinkgate(target, 'PUT', `${path}/second-factor`, factor)).status).toBe(200);
    expect((await passwordGrant()).status).toBe(400);

    const now = await exportedRealm(realm);
    const dry = await removed(realm, 3);
    expect(await exportedRealm(realm)).toEqual(now);
    const ran = await removed(realm, 0, '--apply');
    expect(ran.changes).toEqual(dry.changes);
    expect([dry.left, dry.unknown]).toEqual([ran.left, ran.unknown]);
    expect(ran.left).toContainEqual({
      object: 'realm',
      field: 'ssoSessionIdleTimeout',
      reason: 'is 1234: changed since seeding, which had changed 1800 to 86400',
    });

    await api.realms.update({ realm }, { ssoSessionIdleTimeout: 1800 });
    // What the second factor revoked stays revoked.
    const [restored] = await api.clients.find({ realm, clientId: OFFICE.client_id });
    expect(restored?.notBefore).toBeGreaterThan(0);
    await api.clients.update({ realm, id: restored?.id ?? '' }, { ...restored, notBefore: 0 });
    const after = await exportedRealm(realm);
    expect(mentions(after)).toEqual([]);
    expect(comparable(after)).toEqual(before);
    const tokens = (await (await passwordGrant()).json()) as Record<string, unknown>;
    expect(tokens).toHaveProperty('refresh_token');
    expect(await removed(realm, 0, '--apply')).toMatchObject({ changes: [] });
  });

  test('finishes what a failed run began, and restores what an unfinished seeding changed', async () => {
    const api = await admin();
    const names = {
      scopes: ['basic', 'profile', 'email', 'address', 'service_account'],
      clients: [OFFICE.client_id],
    };
    const begun = begin(unitsOf(await readRepresentations({ client: api, realm }, names)));
    await seed();
    // As after a crash: the run has stored the values, and not the outcome.
    const attributes = (await api.realms.findOne({ realm }))?.attributes;
    const text = textOf({ incomplete: false, values: [], begun });
    await api.realms.update(
      { realm },
      { attributes: { ...attributes, [SETTINGS_OF_REALM.formerValues.name]: text } },
    );
    // As after a removal that failed in its second half.
    await api.realms.update({ realm }, { browserFlow: 'acme browser' });
    await removed(realm, 0, '--apply');
    expect(comparable(await exportedRealm(realm))).toEqual(before);
  });
});
