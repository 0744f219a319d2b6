/** What Keycloak's own steps do before the step for links: sessions, identity providers, organizations. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo } from '../../support/email.ts';
import type { Part } from '../../support/flows.ts';
import type { SiteClient } from '../../support/site.ts';
import { pressSend, requestBy, typeAddress } from '../../support/step-pages.ts';
import { makeStepProvider, type StepProvider } from '../../support/step-provider.ts';
import {
  LINK,
  makeStepRealm,
  ORGANIZATION,
  openAndConfirm,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const or = (provider: string): Part => ({ provider, requirement: 'ALTERNATIVE' });
const { domain: DOMAIN } = ORGANIZATION;

let realm: StepRealm;
let provider: StepProvider;
let client: SiteClient;
let organized: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { organizationsEnabled: true },
  );
  provider = await makeStepProvider(realm, {
    'kc.org.domain': DOMAIN,
    'kc.org.broker.redirect.mode.email-matches': 'true',
  });
  client = await realm.makeClient([or('auth-cookie'), or('identity-provider-redirector'), or(LINK)]);
  organized = await realm.makeClient([or('auth-cookie'), or('organization'), or(LINK)]);
  await realm.joinOrganization(await realm.makeUser());
  const { organizations } = await admin();
  const [organization] = await organizations.find({ realm: realm.name, search: ORGANIZATION.name });
  await organizations.linkIdp({ realm: realm.name, orgId: organization?.id ?? '', alias: provider.alias });
});
afterAll(async () => {
  await provider?.close();
  await realm?.remove();
});

describe('the cookie', () => {
  test('signs in silently once a link has signed in, and sends nothing', async () => {
    const user = await realm.makeUser();
    const agent = new Agent();
    const { link } = await requestBy(agent, user, async () =>
      typeAddress(agent, await startSignIn(realm, client, agent), user),
    );
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await signedInAs(realm, client, await startSignIn(realm, client, agent))).toBe(user.id);
    expect(await emailsTo(user.email)).toHaveLength(1);
  });
});

describe('the redirector', () => {
  test('still leads to the provider that the client asks for', async () => {
    const page = await startSignIn(realm, client, new Agent(), { kc_idp_hint: provider.alias });
    expect(page.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\?/);
  });
});

describe('an organization’s page', () => {
  async function name(username: string) {
    const agent = new Agent();
    return { agent, page: await agent.submit(await startSignIn(realm, organized, agent), { username }) };
  }

  test('still leads users of its domain to its provider', async () => {
    const email = `ada-${realm.name}@${DOMAIN}`;
    const user = await realm.makeUser({ email, credentials: [] });
    await realm.joinOrganization(user);
    const { page } = await name(email);
    expect(page.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\?/);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('is followed by the same pages for a name without an account', async () => {
    const pagesFor = async (username: string) => {
      const { agent, page } = await name(username);
      const sent = await pressSend(agent, page);
      return [page, sent].map((one) => textOf(one).replaceAll(username, '…'));
    };
    const { username } = await realm.makeUser();
    expect(await pagesFor(`nobody-${username}`)).toEqual(await pagesFor(username));
  });
});
