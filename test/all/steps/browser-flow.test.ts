/** The step in a client's browser flow, in each place where it may stand: with the link in the requesting browser, in another, and by code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import { oneTimePassword, otpCredential } from '../../support/level-flow.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  chooseStep,
  LINK,
  makeStepRealm,
  openAndConfirm,
  type Part,
  pageText,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const STEP: Part = { provider: LINK, config: { code: 'true' } };
const STEP_OR: Part = { ...STEP, requirement: 'ALTERNATIVE' };
const PASSWORD = 'auth-username-password-form';

/** How a user gets from the sign-in page to the "check your email" page, and what else the flow asks. */
interface Place {
  name: string;
  parts: readonly Part[];
  reach(agent: Agent, first: Page, user: StepUser): Promise<Page>;
  /** Answers what the flow asks in another browser, once the link was confirmed there. */
  elsewhere?(agent: Agent, page: Page, user: StepUser): Promise<Page>;
  /** Answers what the flow asks in any browser after the link. */
  finish?(agent: Agent, page: Page): Promise<Page>;
  /** Prepares the user. */
  prepare?(realm: StepRealm, user: StepUser): Promise<void>;
  /** Fields of the user. */
  user?: Record<string, unknown>;
}

/** The secret of the user's authenticator app. */
const OTP_SECRET = 'a secret of the tests';

const typeAddress = (agent: Agent, page: Page, { email }: StepUser) =>
  agent.submit(page, { username: email, action: 'send' });
const typePassword = (agent: Agent, page: Page, { username, password }: StepUser) =>
  agent.submit(page, { ...(page.text.includes('name="username"') ? { username } : {}), password });
const pressSend = (agent: Agent, page: Page) => agent.submit(page, { action: 'send' });

const PLACES: readonly Place[] = [
  { name: 'REQUIRED, alone', parts: [STEP], reach: typeAddress },
  {
    name: 'ALTERNATIVE, after a password form',
    parts: [{ provider: PASSWORD, requirement: 'ALTERNATIVE' }, STEP_OR],
    reach: async (agent, first, user) => typeAddress(agent, await chooseStep(agent, first), user),
  },
  {
    name: 'ALTERNATIVE, before a password form',
    parts: [STEP_OR, { provider: PASSWORD, requirement: 'ALTERNATIVE' }],
    reach: typeAddress,
  },
  {
    name: 'after a form for the user name',
    parts: [
      { provider: 'auth-username-form' },
      {
        requirement: 'REQUIRED',
        parts: [STEP_OR, { provider: 'auth-password-form', requirement: 'ALTERNATIVE' }],
      },
    ],
    // Keycloak offers a known user's credentials first.
    reach: async (agent, first, { username }) =>
      pressSend(agent, await chooseStep(agent, await agent.submit(first, { username }))),
  },
  {
    name: 'the second factor after a password',
    parts: [{ provider: PASSWORD }, STEP],
    reach: async (agent, first, user) => pressSend(agent, await typePassword(agent, first, user)),
    elsewhere: typePassword,
  },
  {
    name: 'before a one-time password',
    parts: [STEP, { provider: 'auth-otp-form' }],
    user: { credentials: [otpCredential(OTP_SECRET)] },
    reach: typeAddress,
    finish: (agent, page) => agent.submit(page, { otp: oneTimePassword(OTP_SECRET) }),
  },
  {
    name: 'CONDITIONAL, for users with a role',
    parts: [
      { provider: 'auth-username-form' },
      {
        requirement: 'CONDITIONAL',
        parts: [{ provider: 'conditional-user-role', config: { condUserRole: 'staff' } }, STEP],
      },
    ],
    prepare: async (realm, user) => await realm.giveRole(user, 'staff'),
    reach: async (agent, first, { username }) => pressSend(agent, await agent.submit(first, { username })),
  },
];

describe.each(['keycloak.v2', 'linkgate'])('in the theme %s', (theme) => {
  let realm: StepRealm;
  beforeAll(async () => {
    realm = await makeStepRealm({
      loginTheme: theme,
      emailTheme: theme === 'linkgate' ? theme : 'keycloak',
    });
  });
  afterAll(async () => await realm?.remove());

  describe.each(PLACES)('the step $name', ({ parts, reach, elsewhere, finish, prepare, ...place }) => {
    let client: SiteClient;
    let user: StepUser;
    beforeAll(async () => {
      client = await realm.makeClient(parts);
      user = await realm.makeUser(place.user);
      await prepare?.(realm, user);
    });

    const finished = async (agent: Agent, page: Page) =>
      finish === undefined ? page : await finish(agent, page);

    /** Requests a link; returns the browser, its page and the email. */
    async function request() {
      const before = (await emailsTo(user.email)).length;
      const agent = new Agent();
      const page = await reach(agent, await startSignIn(realm, client, agent), user);
      const email = await emailTo(user.email, before + 1).catch((failure: unknown) => {
        throw new Error(`${String(failure)}; the page: ${page.status} ${pageText(page)}`);
      });
      expect(pageText(page)).toContain('Check your email');
      return { agent, page, link: linkIn(email), text: email.text };
    }

    test('signs in by a link in the requesting browser', async () => {
      const { agent, link } = await request();
      const page = await openAndConfirm(link, agent);
      expect(await signedInAs(realm, client, await finished(agent, page))).toBe(user.id);
    });

    test('signs in by a link in another browser, where the flow asks for what it still needs', async () => {
      const { link } = await request();
      const agent = new Agent();
      const page = await openAndConfirm(link, agent);
      const end = elsewhere === undefined ? page : await elsewhere(agent, page, user);
      expect(await signedInAs(realm, client, await finished(agent, end))).toBe(user.id);
      if (elsewhere !== undefined) expect(page.headers.get('location')).toBe(null);
    });

    test('signs in by the one-time code', async () => {
      const { agent, page, text } = await request();
      const code = /^\d{6}$/m.exec(text)?.[0] ?? '';
      const next = await agent.submit(page, { code });
      expect(await signedInAs(realm, client, await finished(agent, next))).toBe(user.id);
    });
  });
});
