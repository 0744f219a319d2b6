/** Wherever the step stands in a stock realm's flow, the waiting tab goes on with all that the flow still requires (contract, section 10). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { comparisonCodeOn, promptsForComparisonCode } from '../support/cross-device.ts';
import type { Part } from '../support/flows.ts';
import { oneTimePassword, otpCredential } from '../support/level-flow.ts';
import type { SiteClient } from '../support/site.ts';
import {
  approve,
  CROSS_DEVICE,
  look,
  mistype,
  ONLY_THERE,
  OPEN_THERE,
  signOut,
  WHERE,
  WRONG,
  waitBy,
  waitForLink,
} from '../support/step-cross-device.ts';
import { chooseStep, pressSend, requestBy, typeAddress, typePassword } from '../support/step-pages.ts';
import { makeStepProvider, type StepProvider } from '../support/step-provider.ts';
import {
  claimsAt,
  codesIn,
  confirmIn,
  countSessions,
  makeStepRealm,
  openAndConfirm,
  STEP_PASSWORD,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';
import { requestReset, resetParts } from '../support/step-reset.ts';

const PASSWORD: Part = { provider: 'auth-username-password-form' };
const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };

let realm: StepRealm;
let provider: StepProvider;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  provider = await makeStepProvider(realm);
});
afterAll(async () => {
  await provider?.close();
  await realm?.remove();
});

/** Requests the link on the page for a user whom the flow knows. */
const waitKnown = async (user: StepUser, waiting: Agent, page: Page) =>
  await waitBy(user, waiting, async () => pressSend(waiting, page));

test('a second factor follows in the waiting tab, which a revocation ends there', async () => {
  const secret = randomBytes(10).toString('hex');
  const client = await realm.makeClient([
    CROSS_DEVICE,
    {
      requirement: 'CONDITIONAL',
      parts: [{ provider: 'conditional-user-configured' }, { provider: 'auth-otp-form' }],
    },
  ]);
  const credentials = [{ type: 'password', value: STEP_PASSWORD, temporary: false }, otpCredential(secret)];
  const [user, victim] = [await realm.makeUser({ credentials }), await realm.makeUser({ credentials })];
  const tab = await waitForLink(realm, client, user);
  await approve(tab);
  const asked = await look(tab);
  expect([codesIn([asked]), asked.text.includes('name="otp"')]).toEqual([0, true]);
  const end = await tab.waiting.submit(asked, { otp: oneTimePassword(secret) });
  expect(await signedInAs(realm, client, end)).toBe(user.id);

  const parked = await waitForLink(realm, client, victim);
  const { owner, done } = await approve(parked);
  const page = await look(parked);
  expect(page.text).toContain('name="otp"');
  await signOut(owner, done);
  expect(codesIn([await parked.waiting.submit(page, { otp: oneTimePassword(secret) })])).toBe(0);
  expect(await countSessions(realm, victim)).toBe(0);
});

test('after a password the waiting tab goes on; elsewhere the flow asks for the password, too', async () => {
  const client = await realm.makeClient([PASSWORD, CROSS_DEVICE], { consentRequired: true });
  const wait = async () => {
    const [user, waiting] = [await realm.makeUser(), new Agent()];
    const known = await typePassword(waiting, await startSignIn(realm, client, waiting), user);
    return await waitKnown(user, waiting, known);
  };
  expect((await openAndConfirm((await wait()).link)).text).toContain('name="password"');
  const tab = await wait();
  const { user, waiting } = tab;
  await approve(tab);
  const consent = await look(tab);
  expect(consent.text).toContain('name="accept"');
  expect(await signedInAs(realm, client, await waiting.submit(consent, { accept: 'Yes' }))).toBe(user.id);
});

describe('an unverified account whose password was given in the waiting tab', () => {
  let client: SiteClient;
  beforeAll(async () => {
    client = await realm.makeClient([PASSWORD, CROSS_DEVICE]);
  });

  async function wait() {
    const user = await realm.makeUser({ emailVerified: false });
    const waiting = new Agent();
    const known = await typePassword(waiting, await startSignIn(realm, client, waiting), user);
    return await waitKnown(user, waiting, known);
  }

  test('is offered that tab only, by its comparison code', async () => {
    const tab = await wait();
    const other = new Agent();
    const opened = await other.open(tab.link);
    expect([opened.status, textOf(opened)]).toEqual([200, expect.stringContaining(ONLY_THERE)]);
    expect(textOf(opened)).not.toContain('Sign in on this device');
    const here = await other.request(tab.link, {
      method: 'POST',
      body: new URLSearchParams({ confirm: confirmIn(opened), here: 'true' }),
    });
    expect([here.status, textOf(here)]).toEqual([403, expect.stringContaining(OPEN_THERE)]);
    await approve(tab, other);
    expect(await signedInAs(realm, client, await look(tab))).toBe(tab.user.id);
  });

  test('can only be opened there after a wrong code', async () => {
    const tab = await wait();
    const wrong = await mistype(tab);
    expect([textOf(wrong).includes(WRONG), textOf(wrong).includes('Sign in on this device')]).toEqual([
      true,
      false,
    ]);
    const again = await new Agent().open(tab.link);
    expect([again.status, textOf(again)]).toEqual([403, expect.stringContaining(OPEN_THERE)]);
  });
});

test('a level of authentication is reached in the waiting tab', async () => {
  const level = (value: string, ...parts: readonly Part[]): Part => ({
    requirement: 'CONDITIONAL',
    parts: [
      {
        provider: 'conditional-level-of-authentication',
        config: { 'loa-condition-level': value, 'loa-max-age': '36000' },
      },
      ...parts,
    ],
  });
  const client = await realm.makeClient([
    COOKIE,
    { requirement: 'ALTERNATIVE', parts: [level('1', PASSWORD), level('2', CROSS_DEVICE)] },
  ]);
  const user = await realm.makeUser();
  const waiting = new Agent();
  const first = await typePassword(waiting, await startSignIn(realm, client, waiting), user);
  expect(await claimsAt(realm, client, first)).toMatchObject({ sub: user.id, acr: '1' });
  const tab = await waitKnown(user, waiting, await startSignIn(realm, client, waiting, { acr_values: '2' }));
  const { owner, done } = await approve(tab);
  expect(await claimsAt(realm, client, await look(tab))).toMatchObject({ sub: user.id, acr: '2' });
  expect(await countSessions(realm, user)).toBe(1);
  // The session that was raised ends, too.
  await signOut(owner, done);
  expect(await countSessions(realm, user)).toBe(0);
});

test('a required action follows in the waiting tab', async () => {
  const client = await realm.makeClient([CROSS_DEVICE]);
  const user = await realm.makeUser({ requiredActions: ['UPDATE_PROFILE'] });
  const tab = await waitForLink(realm, client, user);
  await approve(tab);
  const profile = await look(tab);
  expect(profile.text).toContain('name="firstName"');
  const fields = { email: user.email, firstName: 'Ada', lastName: 'User' };
  expect(await signedInAs(realm, client, await tab.waiting.submit(profile, fields))).toBe(user.id);
});

test('the response to a SAML request comes in the waiting tab', async () => {
  const acs = 'http://localhost:9/acs';
  const client = await realm.makeClient([CROSS_DEVICE], {
    protocol: 'saml',
    redirectUris: [acs],
    protocolMappers: [],
    attributes: {
      saml_assertion_consumer_url_post: acs,
      'saml.client.signature': 'false',
      'saml.force.post.binding': 'true',
    },
  });
  const id = `_${randomBytes(8).toString('hex')}`;
  const names =
    'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
  const xml = `<samlp:AuthnRequest ${names} ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" AssertionConsumerServiceURL="${acs}"><saml:Issuer>${client.client_id}</saml:Issuer></samlp:AuthnRequest>`;
  const [user, waiting] = [await realm.makeUser(), new Agent()];
  const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'relay' });
  const first = await waiting.open(`${realm.baseUrl}/protocol/saml`, { method: 'POST', body });
  const tab = await waitBy(user, waiting, async () => typeAddress(waiting, first, user));
  await approve(tab);
  const end = await look(tab);
  const response = /name="SAMLResponse" value="([^"]+)"/i.exec(end.text)?.[1] ?? '';
  expect(Buffer.from(response, 'base64').toString(), textOf(end)).toContain(`InResponseTo="${id}"`);
});

test('an alternative that was chosen is used in the waiting tab', async () => {
  const client = await realm.makeClient([
    { ...PASSWORD, requirement: 'ALTERNATIVE' },
    { ...CROSS_DEVICE, requirement: 'ALTERNATIVE' },
  ]);
  const [user, waiting] = [await realm.makeUser(), new Agent()];
  const page = await chooseStep(waiting, await startSignIn(realm, client, waiting));
  const tab = await waitBy(user, waiting, async () => typeAddress(waiting, page, user));
  await approve(tab);
  expect(await signedInAs(realm, client, await look(tab))).toBe(user.id);
});

describe('a flow that would give a stranger more than a sign-in', () => {
  test('offers nothing: a new password', async () => {
    const client = await realm.makeClient([PASSWORD]);
    const { alias } = await realm.makeFlow(resetParts({ crossDevice: 'true' }));
    await realm.update({ resetCredentialsFlow: alias });
    const user = await realm.makeUser();
    const { page, link } = await requestReset(realm, client, user);
    expect(comparisonCodeOn(page)).toBeNull();
    const opened = await new Agent().open(link);
    expect([promptsForComparisonCode(opened), textOf(opened).includes(WHERE)]).toEqual([false, false]);
  });

  test('isn’t entered by an approval for another one, though both have the same step', async () => {
    const { alias, id } = await realm.makeFlow([CROSS_DEVICE, { provider: 'reset-password' }]);
    await realm.update({ resetCredentialsFlow: alias });
    const client = await realm.makeClient([], { authenticationFlowBindingOverrides: { browser: id } });
    const tab = await waitForLink(realm, client, await realm.makeUser());
    await approve(tab);
    const at = new URL(tab.page.url).searchParams;
    const reset = await tab.waiting.open(
      `${realm.baseUrl}/login-actions/reset-credentials?client_id=${client.client_id}&tab_id=${at.get('tab_id') ?? ''}`,
    );
    expect(textOf(reset)).toContain('Open the link to set a new password');
    expect((await tab.waiting.submit(reset, { action: 'look' })).text).not.toContain('password-new');
  });

  test('offers nothing: a link to an identity provider', async () => {
    const client = await realm.makeClient([PASSWORD]);
    const { alias } = await realm.makeFlow([
      { provider: 'idp-create-user-if-unique', requirement: 'ALTERNATIVE' },
      { requirement: 'ALTERNATIVE', parts: [CROSS_DEVICE] },
    ]);
    await provider.update({ firstBrokerLoginFlowAlias: alias });
    const [user, agent] = [await realm.makeUser(), new Agent()];
    const { page, link } = await requestBy(agent, user, async () =>
      pressSend(agent, await provider.signIn(agent, client, user.email)),
    );
    expect(comparisonCodeOn(page)).toBeNull();
    const opened = await new Agent().open(link);
    expect([opened.status, textOf(opened)]).toEqual([403, expect.stringContaining(OPEN_THERE)]);
  });
});

test('after each sign-in at an identity provider, the waiting tab is offered only', async () => {
  const client = await realm.makeClient([PASSWORD]);
  const { alias } = await realm.makeFlow([CROSS_DEVICE]);
  await provider.update({ postBrokerLoginFlowAlias: alias });
  try {
    const [user, waiting] = [await realm.makeUser(), new Agent()];
    await provider.linkTo(user);
    const tab = await waitKnown(user, waiting, await provider.signIn(waiting, client, user.email));
    expect(textOf(await new Agent().open(tab.link))).toContain(ONLY_THERE);
    await approve(tab);
    expect(await signedInAs(realm, client, await look(tab))).toBe(user.id);
  } finally {
    await provider.update({ postBrokerLoginFlowAlias: '' });
  }
});
