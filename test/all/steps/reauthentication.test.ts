/** The step for a user who is signed in: to authenticate again, and to reach a higher level of authentication. */

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import type { Part } from '../../support/flows.ts';
import { PATIENT } from '../../support/patience.ts';
import type { SiteClient } from '../../support/site.ts';
import { pressSend, requestBy, typeAddress, typePassword } from '../../support/step-pages.ts';
import {
  claimsAt,
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const COOKIE: Part = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' };
const STEP: Part = { provider: LINK, config: { emailContains: 'link-and-code' } };

let realm: StepRealm;
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1) and maxAuthAge(0)' },
  );
});
afterAll(async () => await realm?.remove());

describe('authenticating again', () => {
  let client: SiteClient;
  let user: StepUser;
  beforeAll(async () => {
    client = await realm.makeClient([COOKIE, { ...STEP, requirement: 'ALTERNATIVE' }]);
  });
  // An address gets 20 links an hour.
  beforeEach(async () => {
    user = await realm.makeUser();
  });

  async function signIn(one: StepUser, agent = new Agent()) {
    const { link } = await requestBy(agent, one, async () =>
      typeAddress(agent, await startSignIn(realm, client, agent), one),
    );
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(one.id);
    return agent;
  }

  /** Asks the signed-in user to authenticate again, and requests the link. In the second of the sign-in its age is still 0. */
  async function again(agent: Agent, fields: Record<string, string>) {
    const page = await vi.waitFor(async () => {
      const asked = await startSignIn(realm, client, agent, fields);
      expect(asked.status).toBe(200);
      expect(textOf(asked)).not.toContain('New Password');
      return asked;
    }, PATIENT);
    const sentAt = Math.floor(Date.now() / 1000);
    return { sentAt, ...(await requestBy(agent, user, async () => pressSend(agent, page))) };
  }

  /** Expects the end of it, which no further page asks for: the proof is no older than the request for the link. */
  const end = async (page: Page, fields: Record<string, string>, sentAt: number) => {
    if ('kc_action' in fields) {
      expect(page.text).toContain('name="password-new"');
      return;
    }
    const { sub, auth_time: provenAt } = await claimsAt(realm, client, page);
    expect(sub).toBe(user.id);
    expect(provenAt).toBeGreaterThanOrEqual(sentAt);
  };

  describe.each([{ prompt: 'login' }, { max_age: '0' }, { max_age: '1' }, { kc_action: 'UPDATE_PASSWORD' }])(
    'because of %o',
    (fields) => {
      test('sends the link to the account’s own address, which finishes in the requesting browser', async () => {
        const { agent, link, sentAt } = await again(await signIn(user), fields);
        await end(await openAndConfirm(link, agent), fields, sentAt);
      });

      test('finishes in another browser', async () => {
        const { link, sentAt } = await again(await signIn(user), fields);
        await end(await openAndConfirm(link), fields, sentAt);
      });

      test('finishes by the code', async () => {
        const { agent, page, code, sentAt } = await again(await signIn(user), fields);
        await end(await agent.submit(page, { code }), fields, sentAt);
      });
    },
  );

  test('isn’t done by another user’s link, which names both and changes users', async () => {
    const other = await realm.makeUser();
    const elsewhere = new Agent();
    const { link: others } = await requestBy(elsewhere, other, async () =>
      typeAddress(elsewhere, await startSignIn(realm, client, elsewhere), other),
    );
    const { agent, link } = await again(await signIn(user), { prompt: 'login' });
    const page = await agent.open(others);
    expect(textOf(page)).toContain(`You are signed in as ${user.email} in this browser`);
    expect(textOf(page)).toContain(`Continue as ${other.email}`);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
    expect(await signedInAs(realm, client, await openAndConfirm(others, agent))).toBe(other.id);
  });
});

describe('a step for the second level of authentication', () => {
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
  const SECOND = { acr_values: '2' };
  let client: SiteClient;
  beforeAll(async () => {
    client = await realm.makeClient([
      COOKIE,
      {
        requirement: 'ALTERNATIVE',
        parts: [level('1', { provider: 'auth-username-password-form' }), level('2', STEP)],
      },
    ]);
  });

  /** Signs in at the first level. */
  async function signIn(user: StepUser) {
    const agent = new Agent();
    const page = await typePassword(agent, await startSignIn(realm, client, agent), user);
    expect(await claimsAt(realm, client, page)).toMatchObject({ sub: user.id, acr: '1' });
    return agent;
  }

  const stepUp = async (agent: Agent, user: StepUser) =>
    await requestBy(agent, user, async () =>
      pressSend(agent, await startSignIn(realm, client, agent, SECOND)),
    );

  test.each(['link', 'code'])(
    'asks a user at the first one for the link only, and gives the second by its %s',
    async (way) => {
      const user = await realm.makeUser();
      const { agent, page, link, code } = await stepUp(await signIn(user), user);
      const end = way === 'link' ? await openAndConfirm(link, agent) : await agent.submit(page, { code });
      expect(await claimsAt(realm, client, end)).toMatchObject({ sub: user.id, acr: '2' });
      const next = await startSignIn(realm, client, agent, SECOND);
      expect(await claimsAt(realm, client, next)).toMatchObject({ sub: user.id, acr: '2' });
    },
  );

  test('serves an unverified user, who has proven the password at the first one', async () => {
    const user = await realm.makeUser({ emailVerified: false });
    const { agent, link } = await stepUp(await signIn(user), user);
    const end = await openAndConfirm(link, agent);
    expect(await claimsAt(realm, client, end)).toMatchObject({ sub: user.id, acr: '2' });
  });

  test('in another browser asks for the first one there', async () => {
    const user = await realm.makeUser();
    const { link } = await stepUp(await signIn(user), user);
    const agent = new Agent();
    const page = await openAndConfirm(link, agent);
    expect(page.text).toContain('name="password"');
    const end = await typePassword(agent, page, user);
    expect(await claimsAt(realm, client, end)).toMatchObject({ sub: user.id, acr: '2' });
  });

  test('in another browser, after another user’s password, doesn’t use the link', async () => {
    const [user, other] = [await realm.makeUser(), await realm.makeUser()];
    const { agent, link } = await stepUp(await signIn(user), user);
    const there = new Agent();
    const page = await typePassword(there, await openAndConfirm(link, there), other);
    expect([page.status, page.headers.get('location')]).toEqual([200, null]);
    const end = await openAndConfirm(link, agent);
    expect(await claimsAt(realm, client, end)).toMatchObject({ sub: user.id, acr: '2' });
  });
});
