/**
 * `npm run linkgate -- conformance` of realms that are valid in other ways than the sample, and of checks that aren't possible.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Report } from '../../../scripts/conformance/run.ts';
import { admin } from '../../support/admin.ts';
import { npmRunHere } from '../../support/command.ts';
import { expectConformant, optionsAt } from '../../support/conformance.ts';
import { newAddress } from '../../support/email.ts';
import { makeRealm, type OwnRealm } from '../../support/own-realm.ts';
import { all, client, linkSettings, type Plant, realm } from '../../support/plant.ts';

const { clients, inboxUrl, variables } = inject('site');
const { web, shop, mobile } = clients;
const GIVEN = [
  ...['--client-id', web.client_id, '--redirect-uri', web.redirect_uri],
  ...['--other-client-id', shop.client_id, '--other-redirect-uri', shop.redirect_uri],
  ...['--public-client-id', mobile.client_id, '--public-redirect-uri', mobile.redirect_uri],
  ...['--inbox', inboxUrl],
];
const SECRETS = {
  CLIENT_SECRET: variables.DEMO_WEB_SECRET ?? '',
  OTHER_CLIENT_SECRET: variables.DEMO_SHOP_SECRET ?? '',
};
const RUN_MILLIS = 720_000;

let own: OwnRealm;
beforeAll(async () => {
  own = await makeRealm('variety');
});
afterAll(async () => {
  await own.remove();
});

/** The report of a run without failures. */
async function report(args: readonly string[], environment: Record<string, string>): Promise<Report> {
  const given = ['--json', ...optionsAt(own.baseUrl), ...args];
  return expectConformant(await npmRunHere('conformance', given, { environment }));
}

/** The report for a realm with that change. */
async function reportWith(plant: Plant, args: readonly string[], environment: Record<string, string>) {
  const restore = await plant(await admin(), own.name);
  return await report(args, environment).finally(restore);
}

const outcomeOf = ({ findings }: Report, name: string) =>
  findings.find(({ check }) => check === name)?.outcome;
const problemOf = ({ findings }: Report, name: string) =>
  findings.find(({ check }) => check === name)?.problem;

describe('a realm', () => {
  test.each<[string, Plant]>([
    [
      'emails in Arabic, a click before every link, links for one address',
      all(realm({ defaultLocale: 'ar' }), linkSettings({ confirm: 'always', bindIp: 'true' })),
    ],
    [
      'emails in German, a click in a new browser, devices that aren’t remembered',
      all(
        realm({ defaultLocale: 'de' }),
        linkSettings({ confirm: 'new-browser', rememberDevice: 'false', emailContains: 'link' }),
      ),
    ],
  ])('passes with %s', { timeout: RUN_MILLIS }, async (_, plant) => {
    const found = await reportWith(plant, GIVEN, SECRETS);
    for (const check of ['email', 'link-once', 'link-preview', 'consent', 'pkce', 'code-once'])
      expect(outcomeOf(found, check), check).toBe('good');
  });

  test('passes with any documented lifetime and rules for single clients, and shows which client differs', {
    timeout: RUN_MILLIS,
  }, async () => {
    const rules = {
      'linkgate.sign-in.lifetime': '3600',
      'linkgate.sign-in.confirm': 'always',
      'linkgate.sign-in.sign-up': 'open',
    };
    const plant = all(
      linkSettings({ lifetime: '120', signUp: 'closed' }),
      client(web.client_id, { attributes: rules }),
    );
    const found = await reportWith(plant, GIVEN, { ...SECRETS, REFERRAL_CODE: 'none' });
    for (const check of ['email', 'link-token', 'link-once', 'consent', 'code-once'])
      expect(outcomeOf(found, check), check).toBe('good');
    const note = found.findings.find(({ check }) => check === 'link-settings')?.note;
    expect(note?.split('; ')).toEqual([
      'lifetime 120, signUp closed, confirm never, bindIp false, emailContains link-and-code, crossDevice false, rememberDevice true, emailSender smtp',
      'client demo-web: lifetime 3600, signUp open, confirm always',
    ]);
    expect(problemOf(found, 'sign-up-gate')).toBe('sign-up is open for client demo-web');
  });

  test('with closed sign-up is not checked by links without a referral code', async () => {
    const args = [...GIVEN, '--email-to', newAddress()];
    const found = await reportWith(linkSettings({ signUp: 'closed' }), args, SECRETS);
    for (const check of ['email-sent', 'email', 'consent', 'code-once'])
      expect(problemOf(found, check), check).toBe('sign-up is closed; missing: REFERRAL_CODE');
    expect(outcomeOf(found, 'token-request')).toBe('good');
  });

  test('is checked as far as possible without a client’s secret', async () => {
    const found = await report(GIVEN, {});
    expect(problemOf(found, 'token-request')).toBe('needs a confidential client; missing: CLIENT_SECRET');
    expect(problemOf(found, 'email')).toBe(
      'needs an inbox and a confidential client; missing: CLIENT_SECRET',
    );
    expect(outcomeOf(found, 'auth-pkce')).toBe('good');
  });
});

describe('credentials without all permissions', () => {
  /** A service account of the administrators' realm with one role for the tested realm. */
  async function limitedTo(role: string) {
    const api = await admin();
    const [clientId, secret] = [`${role}-only`, randomBytes(16).toString('hex')];
    const { id } = await api.clients.create({
      realm: 'master',
      clientId,
      secret,
      serviceAccountsEnabled: true,
      standardFlowEnabled: false,
    });
    const [{ id: owner = '' } = {}] = await api.clients.find({
      realm: 'master',
      clientId: `${own.name}-realm`,
    });
    const { id: user = '' } = await api.clients.getServiceAccountUser({ realm: 'master', id });
    const found = await api.clients.findRole({ realm: 'master', id: owner, roleName: role });
    const roles = [{ id: found?.id ?? '', name: role }];
    await api.users.addClientRoleMappings({ realm: 'master', id: user, clientUniqueId: owner, roles });
    return {
      environment: { KEYCLOAK_ADMIN_CLIENT_ID: clientId, KEYCLOAK_ADMIN_CLIENT_SECRET: secret },
      remove: async () => (await admin()).clients.del({ realm: 'master', id }),
    };
  }

  test.each([
    ['view-realm', 'registration', 'client-consent'],
    ['view-clients', 'client-consent', 'registration'],
  ])('with %s alone check %s and skip %s', async (role, checked, skipped) => {
    const { environment, remove } = await limitedTo(role);
    const found = await report([], environment).finally(remove);
    expect(outcomeOf(found, checked)).toBe('good');
    expect(problemOf(found, skipped)).toMatch(
      /^the admin credentials lack (the role view-|a role: 403 at \/)/,
    );
  });
});
