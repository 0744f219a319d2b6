/** Emails with a code alone (`emailContains` at `code`; contract, section 2.9): each way an email is caused, and what takes no link then. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, planted, REALM, setRealmAttributes } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { claimsBy, createBackendLink, requestBackend } from '../support/backend-links.ts';
import {
  otherCodeAlone,
  requestOnPage,
  requireCode,
  requireCodeAlone,
  textOf,
} from '../support/check-email-page.ts';
import { accountsOn } from '../support/chooser.ts';
import { confirm } from '../support/confirm-page.ts';
import { type Email, emailsTo, emailTo, newAddress } from '../support/email.ts';
import { formActionOf } from '../support/form.ts';
import { fetchFrom, newCaller } from '../support/from-address.ts';
import { allowInvitations, HOME, invited } from '../support/invitations.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { linkSettings } from '../support/plant.ts';
import { makeProviderRealm, type ProviderRealm } from '../support/provider-realm.ts';
import { newReferral } from '../support/referrals.ts';
import { exchange, linkFor, submitConsent } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import { makeStepProvider, type StepProvider } from '../support/step-provider.ts';
import { LINK, makeStepRealm, type StepRealm, signedInAs, startSignIn } from '../support/step-realm.ts';
import { forget, resetParts, setPassword } from '../support/step-reset.ts';

const { clients, betaUrl, baseUrl } = inject('site');
const CODE = { emailContains: 'code' };

let app: OwnClient;
let provider: ProviderRealm;
let stock: StepRealm;
let steps: Record<'closed' | 'open' | 'saml' | 'password', SiteClient>;
let broker: StepProvider;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  app = await makeClient({ name: 'Orders', baseUrl: HOME });
  await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'code' } });
  undo.push(app.remove, await setRealmAttributes({ 'linkgate.backend-links': 'true' }));
  undo.push(await allowInvitations(), await planted(linkSettings(CODE), 'linkgate-beta'));
  provider = await makeProviderRealm();
  stock = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'base' },
    { registrationAllowed: true },
  );
  undo.push(provider.remove, stock.remove);
  const step = { provider: LINK, config: CODE };
  steps = {
    closed: await stock.makeClient([step]),
    open: await stock.makeClient([{ ...step, config: { ...CODE, signUp: 'open' } }]),
    saml: await stock.makeClient([step], {
      protocol: 'saml',
      redirectUris: [ASSERTION_CONSUMER],
      protocolMappers: [],
      attributes: {
        saml_assertion_consumer_url_post: ASSERTION_CONSUMER,
        'saml.client.signature': 'false',
        'saml.force.post.binding': 'true',
      },
    }),
    password: await stock.makeClient([{ provider: 'auth-username-password-form' }]),
  };
  broker = await makeStepProvider(stock);
  undo.push(broker.close);
  const first = await stock.makeFlow([
    { provider: 'idp-create-user-if-unique', requirement: 'ALTERNATIVE' },
    { requirement: 'ALTERNATIVE', parts: [step] },
  ]);
  await broker.update({ firstBrokerLoginFlowAlias: first.alias });
  const reset = await stock.makeFlow(resetParts(CODE));
  await stock.update({ resetCredentialsFlow: reset.alias });
});
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

const ASSERTION_CONSUMER = 'http://localhost:9/acs';

/** An email was caused. */
interface Caused {
  agent: Agent;
  /** The page that asks for the code. */
  page: Page;
  email: string;
  /** Which of the emails to the address it is. */
  count?: number;
  /** What the page of the right code leads to. */
  expectEnd(page: Page): Promise<void>;
}

const signedInTo =
  (agent: Agent, client: SiteClient) =>
  async (page: Page): Promise<void> => {
    const target = await submitConsent(agent, page);
    expect((await exchange(target.searchParams.get('code'), client)).status).toBe(200);
  };

async function requestAt(client: SiteClient, email = newAddress(), agent = new Agent()): Promise<Caused> {
  const page = await requestOnPage(agent, email, client);
  return { agent, page, email, expectEnd: signedInTo(agent, client) };
}

/** A browser in a network. */
const browserIn = (network: string) => new Agent({ accept: 'text/html' }, undefined, fetchFrom(network));

/** Signs in by the code of the first email. */
async function signIn(caused: Caused): Promise<void> {
  const code = requireCodeAlone(await emailTo(caused.email, caused.count));
  await caused.expectEnd(await caused.agent.submit(caused.page, { code }));
}

async function atStep(client: SiteClient, email: string, userId: () => Promise<string>): Promise<Caused> {
  const agent = new Agent();
  const page = await agent.submit(await startSignIn(stock, client, agent), { email, action: 'send' });
  return {
    agent,
    page,
    email,
    expectEnd: async (end) => {
      expect(await signedInAs(stock, client, end)).toBe(await userId());
    },
  };
}

/** Each way in which an email that signs in is caused. */
const WAYS: readonly [way: string, cause: () => Promise<Caused>][] = [
  ['the sign-in page, for a new account', () => requestAt(app)],
  [
    'the sign-in page, for an account',
    async () => {
      const first = await requestAt(app);
      await signIn(first);
      return { ...(await requestAt(app, first.email)), count: 2 };
    },
  ],
  [
    'the button for another one',
    async () => {
      const first = await requestAt(app);
      return { ...first, page: await first.agent.submit(first.page, { action: 'resend' }), count: 2 };
    },
  ],
  [
    'another address in the same tab',
    async () => {
      const { agent, page } = await requestAt(app);
      const email = newAddress();
      const again = await agent.submit(await agent.submit(page, { action: 'change' }), { email });
      return { agent, page: again, email, expectEnd: signedInTo(agent, app) };
    },
  ],
  [
    'the account chooser',
    async () => {
      const first = await requestAt(app);
      await signIn(first);
      const { agent, email } = first;
      const chooser = await agent.open(authUrl(app, { fields: { prompt: 'login' } }));
      expect(textOf(chooser)).toContain('one-time code');
      const [account] = accountsOn(chooser);
      const page = await agent.submit(chooser, { account: account?.id ?? '' });
      return { agent, page, email, count: 2, expectEnd: signedInTo(agent, app) };
    },
  ],
  [
    'a referral code, where sign-up is closed',
    async () => {
      const { code } = await newReferral({ max_uses: 1 });
      const [agent, email] = [new Agent(), newAddress()];
      const first = await agent.open(authUrl(clients.betaWeb, { at: `${betaUrl}/auth` }));
      const page = await agent.submit(first, { email, referral_code: code });
      return {
        agent,
        page,
        email,
        expectEnd: async (end) => {
          expect((await submitConsent(agent, end)).searchParams.get('code')).toBeTruthy();
        },
      };
    },
  ],
  [
    'an identity provider that hasn’t verified the address',
    async () => {
      const [agent, email] = [new Agent(), newAddress()];
      const user = { email, isVerified: false };
      await provider.makeUser(user);
      const left = await provider.leave(agent, await agent.open(authUrl(app)));
      const first = await agent.open(await provider.signIn(left, user));
      expect(textOf(first)).toContain('We’ll send a one-time code to it.');
      const page = await agent.submit(first, { action: 'send' });
      return { agent, page, email, expectEnd: signedInTo(agent, app) };
    },
  ],
  [
    'a step in a stock realm',
    async () => {
      const { id, email } = await stock.makeUser();
      return await atStep(steps.closed, email, async () => id);
    },
  ],
  [
    'a step, for a new account',
    async () => {
      const caused = await atStep(steps.open, newAddress(), async () => '');
      return {
        ...caused,
        expectEnd: async (end) => {
          expect(textOf(end)).toContain('Update Account Information');
        },
      };
    },
  ],
  [
    'the button for another one of a step',
    async () => {
      const { id, email } = await stock.makeUser();
      const first = await atStep(steps.closed, email, async () => id);
      await emailTo(email);
      // The page waits half a minute for the next one, the server as long.
      const changed = await first.agent.submit(first.page, { action: 'change' });
      return { ...first, page: await first.agent.submit(changed, { email, action: 'send' }), count: 2 };
    },
  ],
  [
    'a step for a SAML client',
    async () => {
      const { email } = await stock.makeUser();
      const agent = new Agent();
      const id = `_${randomBytes(8).toString('hex')}`;
      const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" AssertionConsumerServiceURL="${ASSERTION_CONSUMER}"><saml:Issuer>${steps.saml.client_id}</saml:Issuer></samlp:AuthnRequest>`;
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') });
      const first = await agent.open(`${stock.baseUrl}/protocol/saml`, { method: 'POST', body });
      const page = await agent.submit(first, { email, action: 'send' });
      return {
        agent,
        page,
        email,
        expectEnd: async (end) => {
          expect(end.text).toMatch(/name="SAMLResponse"/i);
        },
      };
    },
  ],
  [
    'a forgotten password',
    async () => {
      const user = await stock.makeUser();
      const { agent, page: first } = await forget(stock, steps.password, user.username);
      const page = await agent.submit(first, { action: 'send' });
      return {
        agent,
        page,
        email: user.email,
        expectEnd: async (end) => {
          await setPassword(agent, end, 'Another horse 2');
        },
      };
    },
  ],
  [
    'the first sign-in by a provider in a stock realm',
    async () => {
      const user = await stock.makeUser();
      const agent = new Agent();
      const first = await broker.signIn(agent, steps.password, user.email);
      const page = await agent.submit(first, { action: 'send' });
      return {
        agent,
        page,
        email: user.email,
        expectEnd: async (end) => {
          expect(await signedInAs(stock, steps.password, end)).toBe(user.id);
        },
      };
    },
  ],
];

/** What a text says without the verb of linking a provider. */
const withoutVerb = (text: string) => text.replaceAll(/\blink [^.]{1,40} to your account/gi, '');

/** No URL at all is in such an email but a picture’s; it names the application, and says that nobody asks for the code. */
function expectCodeAlone({ subject, text, html }: Email): void {
  const address = /https?:|verify-email|token=/;
  expect(text).not.toMatch(address);
  expect(html.replaceAll(/<!DOCTYPE[^>]*>|xmlns(:\w+)?="[^"]*"|<img [^>]*>/g, '')).not.toMatch(address);
  expect(html).not.toMatch(/<a\s/);
  for (const body of [text, textOf({ text: html })]) {
    expect(body).toContain('Nobody will ever ask you for this code');
    expect(body).toMatch(/one-time code to (sign in to|set a new password for) \S/);
    expect(withoutVerb(body)).not.toMatch(/\blinks?\b/i);
  }
  expect(withoutVerb(subject)).not.toMatch(/\d{3}|\blink\b/i);
}

describe.each(WAYS)('an email by %s', (_, cause) => {
  test('has a code and nothing else that signs in, and its page takes it', async () => {
    const caused = await cause();
    const message = await emailTo(caused.email, caused.count);
    expectCodeAlone(message);
    const { page } = caused;
    expect(page.text).toMatch(/<input[^>]*name="code"[^>]*autocomplete="one-time-code"/);
    expect(page.text).toMatch(/data-code-length="9"/);
    expect(textOf(page)).toContain('Nobody will ever ask you for it');
    expect(withoutVerb(textOf(page))).not.toMatch(/\blinks?\b/i);
    await signIn(caused);
  });
});

describe('what would send a link', () => {
  test('is rejected: an app’s request, and a backend’s', async () => {
    const email = newAddress();
    const { client_id, redirect_uri } = app;
    const response = await fetch(`${baseUrl}/request-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email, client_id, redirect_uri }),
    });
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({
        error: 'unauthorized_client',
        message: expect.stringContaining('only a one-time code (emailContains)'),
      }),
    ]);
    const byBackend = await requestBackend({ email, delivery: 'email' }, { client: app });
    expect([byBackend.status, await byBackend.json()]).toEqual([
      409,
      expect.objectContaining({ id: 'email-without-link' }),
    ]);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('is not a link that is returned to a backend', async () => {
    const email = newAddress();
    const claims = await claimsBy(await createBackendLink(email, {}, { client: app }), { client: app });
    expect(claims.sub).toBeTruthy();
  });

  test('was a link sent before, which signs nobody in; its page offers no other', async () => {
    await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'link' } });
    const [email, other] = [newAddress(), newAddress()];
    const link = await linkFor(email, app);
    const resent = await linkFor(other, app);
    await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'code' } });
    const page = await new Agent().open(link);
    expect([page.status, page.text.includes('name="again"')]).toEqual([401, false]);
    const asked = await fetch(resent.replace(/\?.*/, ''), {
      method: 'POST',
      body: new URLSearchParams({ token: new URL(resent).searchParams.get('token') ?? '', again: 'true' }),
      headers: { accept: 'text/html' },
    });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    expect(await emailsTo(other)).toHaveLength(1);
  });

  test('is not an invitation: it signs nobody in, and leads to the application', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const opened = await agent.open(await invited(email, app));
    expect(textOf(opened)).toContain('You sign in with a one-time code');
    const accepted = await confirm(agent, opened);
    expect(accepted.headers.get('location')).toMatch(new RegExp(`^${HOME}`));
    const page = await agent.open(authUrl(app));
    expect([page.text.includes('name="email"'), accountsOn(page)]).toEqual([true, []]);
    expect(await emailsTo(email)).toHaveLength(1);
    await signIn({ ...(await requestAt(app, email)), count: 2 });
  });
});

describe('a code', () => {
  test('works in the requesting browser only', async () => {
    const [one, other] = [await requestAt(app), await requestAt(app)];
    const code = requireCodeAlone(await emailTo(one.email));
    const page = await other.agent.submit(other.page, { code });
    expect(textOf(page)).toContain('You have 4 more tries');
    await signIn(one);
  });

  test('that was sent beside a link has gone with it', async () => {
    await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'link-and-code' } });
    const caused = await requestAt(app);
    const code = requireCode(await emailTo(caused.email));
    await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'code' } });
    const page = await caused.agent.submit(caused.page, { code });
    expect(textOf(page)).toContain('Send a new code.');
    const again = await caused.agent.submit(page, { action: 'resend' });
    await signIn({ ...caused, page: again, count: 2 });
  });

  test('after an identity provider links the provider, and signs in by no other page of the tab', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const user = { email, isVerified: false };
    await provider.makeUser(user);
    const left = await provider.leave(agent, await agent.open(authUrl(app)));
    const sent = await agent.submit(await agent.open(await provider.signIn(left, user)), { action: 'send' });
    const code = requireCodeAlone(await emailTo(email));
    const flow = new URL(sent.url);
    const own = new URLSearchParams();
    for (const name of ['client_id', 'tab_id']) own.set(name, flow.searchParams.get(name) ?? '');
    const page = await agent.open(`${baseUrl}/login-actions/authenticate?${own}`);
    expect([page.status, page.text.includes('name="code"')]).toEqual([200, false]);
    const posted = await agent.request(formActionOf(page), {
      method: 'POST',
      body: new URLSearchParams({ code }),
    });
    expect(posted.headers.get('location') ?? '').not.toContain('code=');
    const api = await admin();
    expect(await api.users.find({ realm: REALM, email, exact: true })).toEqual([]);
  });

  test('that is malformed says how it looks, and is kept', async () => {
    const { agent, page } = await requestAt(app);
    const again = await agent.submit(page, { code: '123456' });
    expect(textOf(again)).toContain('The one-time code from the email has nine digits.');
    expect(again.text).toContain('value="123456"');
  });

  test('is used up after five wrong ones, with another email as the only way', async () => {
    const { agent, page: first, email } = await requestAt(app);
    const code = requireCodeAlone(await emailTo(email));
    let page = first;
    for (let by = 1; by <= 5; by++) page = await agent.submit(page, { code: otherCodeAlone(code, by) });
    expect(textOf(page)).toContain('there are no tries left. Send a new code.');
    expect(page.text).not.toContain('name="code"');
  });

  test('of another email works however many were wrong before, for its address and in its network', async () => {
    const [network, email] = [newCaller(), newAddress()];
    const owner = browserIn(network);
    const waiting = await requestAt(app, email, owner);
    // Thirty wrong ones are more than an address has a day beside a link, and a network an hour.
    for (let guesser = 1; guesser <= 7; guesser++) {
      const stranger = await requestAt(app, email, browserIn(network));
      const code = requireCodeAlone(await emailTo(email, guesser + 1));
      let page = stranger.page;
      for (let by = 1; by <= 5; by++)
        page = await stranger.agent.submit(page, { code: otherCodeAlone(code, by) });
    }
    const late = await requestAt(app, newAddress(), browserIn(network));
    expect(requireCodeAlone(await emailTo(late.email))).toMatch(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/);
    expect(late.page.text).toMatch(/inputmode="text"[^>]*data-code-length="10"/);
    await signIn(late);
    await signIn(waiting);
    const elsewhere = await requestAt(app);
    expect(requireCodeAlone(await emailTo(elsewhere.email))).toMatch(/^\d{3} \d{3} \d{3}$/);
  });
});
