/** The shield: who causes an email solves a challenge first, and a proof counts once. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WorkChallenge } from '../../../provider-scripts/src/realm/shield/challenge.ts';
import { requestChange, serveAccountPage } from '../../support/account-page.ts';
import { makeAccount } from '../../support/accounts.ts';
import { setRealmAttributes } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { createBackendLink } from '../../support/backend-links.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { allowInvitations, invite } from '../../support/invitations.ts';
import { makeProviderRealm } from '../../support/provider-realm.ts';
import { challengeOn, passShield, respond, SHIELD_ON, solve } from '../../support/shield.ts';
import { follow, requestLink } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';
import { LINK, makeStepRealm, type StepRealm, startSignIn } from '../../support/step-realm.ts';

const { clients } = inject('site');
const { web, shop } = clients;

const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  undo.push(await setRealmAttributes({ ...SHIELD_ON, 'linkgate.backend-links': 'true' }));
  undo.push(await allowInvitations());
});
afterAll(async () => {
  for (const back of undo.reverse()) await back();
});

interface Body {
  error?: string;
  message?: string;
  challenge?: WorkChallenge;
}

/** Requests a link as an app. */
async function request(
  email: string,
  response?: unknown,
  { client_id, redirect_uri }: SiteClient = web,
): Promise<{ status: number; body: Body }> {
  const fields = { email, client_id, redirect_uri, scope: 'openid' };
  const sent = await requestLink(response === undefined ? fields : { ...fields, shield_response: response });
  return { status: sent.status, body: (await sent.json()) as Body };
}

async function challengeFor(email: string, client: SiteClient = web): Promise<WorkChallenge> {
  const { status, body } = await request(email, undefined, client);
  expect([status, body.error]).toEqual([403, 'shield_required']);
  if (body.challenge === undefined) throw new Error('no challenge');
  return body.challenge;
}

const proofFor = async (email: string, client?: SiteClient) => solve(await challengeFor(email, client));

describe('an app', () => {
  test('gets a challenge instead of an email, and the email for its solution', async () => {
    const email = newAddress();
    const proof = await proofFor(email);
    expect(await emailsTo(email)).toEqual([]);
    expect(await request(email, proof)).toMatchObject({ status: 200 });
    const target = await follow(linkIn(await emailTo(email)));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('gets the same for an address with an account as for one without', async () => {
    const known = newAddress();
    await makeAccount(known);
    const [one, other] = [await request(known), await request(newAddress())];
    const names = ({ body }: typeof one) => Object.keys(body.challenge?.parameters ?? {});
    expect([one.status, one.body.error, one.body.message, names(one)]).toEqual([
      other.status,
      other.body.error,
      other.body.message,
      names(other),
    ]);
    expect(one.status).toBe(403);
  });

  test.each<[string, (email: string) => Promise<unknown>, string]>([
    [
      'used before',
      async (email) => {
        const proof = await proofFor(email);
        expect((await request(email, proof)).status).toBe(200);
        return proof;
      },
      'used',
    ],
    ['for another address', () => proofFor(newAddress()), 'elsewhere'],
    ['for another client', (email) => proofFor(email, shop), 'elsewhere'],
    [
      'without work',
      async (email) => {
        const challenge = await challengeFor(email);
        const derivedKey = challenge.parameters.keyPrefix.repeat(2);
        return btoa(JSON.stringify({ challenge, solution: { counter: 1, derivedKey } }));
      },
      'unsolved',
    ],
    [
      'that lasts longer',
      async (email) => {
        const challenge = await challengeFor(email);
        challenge.parameters.expiresAt += 1;
        return await solve(challenge);
      },
      'forged',
    ],
    ['that is no Base64', () => Promise.resolve('proof'), 'malformed'],
    ['that is no JSON', () => Promise.resolve(btoa('proof')), 'malformed'],
  ])('is asked again for a proof %s', async (_, proofOf, reason) => {
    const email = newAddress();
    const proof = await proofOf(email);
    const before = (await emailsTo(email)).length;
    const { status, body } = await request(email, proof);
    expect([status, body.error]).toEqual([403, 'shield_required']);
    expect(body.message).toContain(reason);
    expect(await emailsTo(email)).toHaveLength(before);
    // With a challenge that can be solved.
    if (body.challenge === undefined) throw new Error('no challenge');
    expect((await request(email, await solve(body.challenge))).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['a list', ['proof', 'proof']],
    ['an object', { proof: 1 }],
    ['too long', 'A'.repeat(4100)],
  ])('gets 400 for a response that is %s', async (_, response) => {
    expect(await request(newAddress(), response)).toMatchObject({ status: 400 });
  });

  test('uses a proof once, however many requests have it at the same time', async () => {
    const email = newAddress();
    const proof = await proofFor(email);
    const all = await Promise.all(Array.from({ length: 24 }, () => request(email, proof)));
    const statuses = all.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 23 }, () => 403)]);
    await emailTo(email);
    expect(await emailsTo(email)).toHaveLength(1);
  });
});

describe('the sign-in page', () => {
  const start = async (agent: Agent): Promise<Page> => await agent.open(authUrl(web));

  test('sends the email once the challenge is solved, also for another address, and another time', async () => {
    const agent = new Agent();
    const [first, second] = [newAddress(), newAddress()];
    const asking = await agent.submit(await start(agent), { email: first });
    expect([asking.status, textOf(asking)]).toEqual([200, expect.stringContaining('One moment')]);
    expect(await emailsTo(first)).toEqual([]);
    const waiting = await passShield(agent, asking);
    expect(textOf(waiting)).toContain(first);
    await emailTo(first);
    const again = await agent.submit(await agent.submit(waiting, { action: 'change' }), { email: second });
    expect(challengeOn(again)).not.toBeNull();
    const waitingAgain = await passShield(agent, again);
    await emailTo(second);
    const resend = await agent.submit(waitingAgain, { action: 'resend' });
    expect(challengeOn(resend)).not.toBeNull();
    await passShield(agent, resend);
    await emailTo(second, 2);
  });

  test('says that a response proved nothing, and solves no other by itself', async () => {
    const agent = new Agent();
    const asking = await agent.submit(await start(agent), { email: newAddress() });
    const proof = await solve(challengeOn(asking) as WorkChallenge);
    let rejected = asking;
    for (const responses of [['proof'], [proof, proof]]) {
      rejected = await respond(agent, rejected, responses);
      expect(textOf(rejected)).toContain('The solution wasn’t accepted');
      expect(rejected.text).toContain('data-starts="false"');
    }
    expect(asking.text).toContain('data-starts="true"');
  });

  test('says what to do without scripts or https, and repeats what was typed', async () => {
    const agent = new Agent();
    const email = newAddress('o.k+1');
    const asking = await agent.submit(await start(agent), { email });
    expect(asking.text).toMatch(/<noscript>[\s\S]*needs JavaScript[\s\S]*administrator[\s\S]*<\/noscript>/);
    expect(asking.text).toContain(`name="email" value="${email}"`);
  });
});

describe('is never asked', () => {
  test('where a link is used, nor who has one that ended', async () => {
    const email = newAddress();
    expect((await request(email, await proofFor(email))).status).toBe(200);
    const link = linkIn(await emailTo(email));
    await follow(link);
    const agent = new Agent();
    const used = await agent.open(link);
    const sent = await agent.submit(used, { again: 'true' });
    expect(challengeOn(sent)).toBeNull();
    await emailTo(email, 2);
  });

  test('of a backend with its role', async () => {
    const email = newAddress();
    await createBackendLink(email, { delivery: 'email' });
    await emailTo(email);
  });

  test('of an administrator who invites', async () => {
    const email = newAddress();
    await invite({ email, client_id: shop.client_id });
    await emailTo(email);
  });

  test('in a browser that remembers the account; for another account it is', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const agent = new Agent();
    expect((await request(email, await proofFor(email))).status).toBe(200);
    await follow(linkIn(await emailTo(email)), agent);
    await makeAccount(other);
    const start = async () =>
      await agent.submit(await agent.open(authUrl(web, { fields: { prompt: 'login' } })), { show: 'email' });
    const waiting = await agent.submit(await start(), { email });
    expect(challengeOn(waiting)).toBeNull();
    await emailTo(email, 2);
    expect(challengeOn(await agent.submit(await start(), { email: other }))).not.toBeNull();
  });
});

test('asks who comes from a provider without a verified address', async () => {
  const provider = await makeProviderRealm();
  try {
    const user = { email: newAddress(), isVerified: false };
    await provider.makeUser(user);
    const agent = new Agent();
    const page = await agent.open(authUrl(web));
    const signUp = await agent.open(await provider.signIn(await provider.leave(agent, page), user));
    const asking = await agent.submit(signUp, { action: 'send' });
    expect(await emailsTo(user.email)).toEqual([]);
    await passShield(agent, asking);
    await emailTo(user.email);
  } finally {
    await provider.remove();
  }
});

test('asks who changes the address of an account, wherever they are remembered', async () => {
  const restore = await serveAccountPage();
  try {
    const [before, after] = [newAddress(), newAddress()];
    const agent = new Agent();
    expect((await request(before, await proofFor(before))).status).toBe(200);
    await follow(linkIn(await emailTo(before)), agent);
    const asking = await requestChange(agent, after);
    expect(await emailsTo(after)).toEqual([]);
    const proof = await solve(challengeOn(asking) as WorkChallenge);
    const changed = await respond(agent, asking, [proof]);
    expect(textOf(changed)).toContain('We sent a link to both addresses');
    await emailTo(after);
    const again = await respond(agent, asking, [proof]);
    expect(textOf(again)).toContain('The solution wasn’t accepted');
    expect(await emailsTo(after)).toHaveLength(1);
  } finally {
    await restore();
  }
});

describe('a step', () => {
  let realm: StepRealm;
  beforeAll(async () => {
    realm = await makeStepRealm(
      { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
      { attributes: { 'linkgate.limit.exempt': '127.0.0.1, ::1', 'linkgate.shield-hashes': '10000' } },
    );
  });
  afterAll(async () => realm.remove());

  test('asks for a proof for what was typed, whether or not it is an account’s', async () => {
    const client = await realm.makeClient([{ provider: LINK, config: { shield: 'always' } }]);
    const user = await realm.makeUser();
    for (const email of [user.email, user.username, newAddress()]) {
      const agent = new Agent();
      const asking = await agent.submit(await startSignIn(realm, client, agent), { email, action: 'send' });
      const waiting = await passShield(agent, asking);
      expect(textOf(waiting)).toContain('Check your email');
    }
    await emailTo(user.email, 2);
  });

  test('asks nobody whose password it follows', async () => {
    const client = await realm.makeClient([
      { provider: 'auth-username-password-form' },
      { provider: LINK, config: { shield: 'always' } },
    ]);
    const user = await realm.makeUser();
    const agent = new Agent();
    const { username, password } = user;
    const second = await agent.submit(await startSignIn(realm, client, agent), { username, password });
    const waiting = await agent.submit(second, { action: 'send' });
    expect(textOf(waiting)).toContain('Check your email');
    await emailTo(user.email);
  });
});
