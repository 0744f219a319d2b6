/** The step in a client's browser flow, in each place where it may stand: with the link in the requesting browser, in another, and by code. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import type { Part } from '../../support/flows.ts';
import { oneTimePassword, otpCredential } from '../../support/level-flow.ts';
import type { SiteClient } from '../../support/site.ts';
import { stepLink, WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import { chooseStep, pressSend, requestBy, typeAddress, typePassword } from '../../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  STEP_PASSWORD,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const STEP: Part = { provider: LINK, config: { emailContains: 'link-and-code' } };
const STEP_OR: Part = { ...STEP, requirement: 'ALTERNATIVE' };
const PASSWORD = 'auth-username-password-form';

/** How a user gets from the sign-in page to the "check your email" page, and what else the flow asks. */
interface Place {
  name: string;
  parts: readonly Part[];
  reach(agent: Agent, first: Page, user: StepUser): Promise<Page>;
  /** Answers what the flow asks in another browser, once the link was confirmed there. */
  elsewhere?(agent: Agent, page: Page, user: StepUser): Promise<Page>;
  /** The same for a link of a backend, if it differs: the flow finds out itself whether the step runs. */
  byBackend?(agent: Agent, page: Page, user: StepUser): Promise<Page>;
  /** Answers what the flow asks in any browser after the link. */
  finish?(agent: Agent, page: Page): Promise<Page>;
  /** Prepares the user. */
  prepare?(realm: StepRealm, user: StepUser): Promise<void>;
  /** Fields of the user. */
  user?: Record<string, unknown>;
  /** Whether the theme derived from Keycloak's has it, too. */
  derived?: true;
}

/** The secret of the user's authenticator app. */
const OTP_SECRET = 'a secret of the tests';

const PLACES: readonly Place[] = [
  { name: 'REQUIRED, alone', parts: [STEP], reach: typeAddress, derived: true },
  {
    name: 'ALTERNATIVE, after a password form',
    derived: true,
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
    byBackend: (agent, page, { username }) => agent.submit(page, { username }),
  },
  {
    name: 'after an organization’s page, for a member',
    derived: true,
    parts: [{ provider: 'organization', requirement: 'ALTERNATIVE' }, STEP_OR],
    prepare: async (realm, user) => await realm.joinOrganization(user),
    reach: async (agent, first, { email }) =>
      pressSend(agent, await agent.submit(first, { username: email })),
  },
  {
    name: 'after an organization’s page, for a user who isn’t a member',
    parts: [{ provider: 'organization', requirement: 'ALTERNATIVE' }, STEP_OR],
    reach: async (agent, first, { username }) => pressSend(agent, await agent.submit(first, { username })),
  },
  {
    name: 'after the cookie and the redirector to identity providers',
    parts: [
      { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
      { provider: 'identity-provider-redirector', requirement: 'ALTERNATIVE' },
      STEP_OR,
    ],
    reach: typeAddress,
  },
  {
    name: 'CONDITIONAL, for users who have a way of it configured, beside a one-time password',
    parts: [
      { provider: PASSWORD },
      {
        requirement: 'CONDITIONAL',
        parts: [
          { provider: 'conditional-user-configured' },
          { provider: 'auth-otp-form', requirement: 'ALTERNATIVE' },
          STEP_OR,
        ],
      },
    ],
    user: {
      credentials: [{ type: 'password', value: STEP_PASSWORD, temporary: false }, otpCredential(OTP_SECRET)],
    },
    reach: async (agent, first, user) =>
      pressSend(agent, await chooseStep(agent, await typePassword(agent, first, user))),
    elsewhere: typePassword,
    byBackend: async (agent, page, user) => chooseStep(agent, await typePassword(agent, page, user)),
  },
  {
    name: 'CONDITIONAL, for users who have an address configured',
    parts: [
      { provider: PASSWORD },
      { requirement: 'CONDITIONAL', parts: [{ provider: 'conditional-user-configured' }, STEP] },
    ],
    reach: async (agent, first, user) => pressSend(agent, await typePassword(agent, first, user)),
    elsewhere: typePassword,
  },
  {
    name: 'CONDITIONAL, by the credential that was used before',
    parts: [
      { provider: PASSWORD },
      {
        requirement: 'CONDITIONAL',
        parts: [
          { provider: 'conditional-credential', config: { credentials: 'password', included: 'true' } },
          STEP,
        ],
      },
    ],
    reach: async (agent, first, user) => pressSend(agent, await typePassword(agent, first, user)),
    elsewhere: typePassword,
  },
];

/** Of these, the second has the same pages with texts of its own. */
const THEMES = ['keycloak.v2', 'acme', 'linkgate'];

describe.each(THEMES)('in the theme %s', (theme) => {
  let realm: StepRealm;
  beforeAll(async () => {
    realm = await makeStepRealm(
      { loginTheme: theme, emailTheme: theme === 'linkgate' ? theme : 'keycloak' },
      { organizationsEnabled: true, attributes: WITH_BACKEND_LINKS },
    );
  });
  afterAll(async () => await realm?.remove());

  const places = PLACES.filter(({ derived }) => theme !== 'acme' || derived === true);
  describe.each(places)('the step $name', ({ parts, reach, elsewhere, finish, prepare, ...place }) => {
    const { byBackend = elsewhere } = place;
    let client: SiteClient;
    let user: StepUser;
    beforeAll(async () => {
      client = await realm.makeClient(parts);
      user = await realm.makeUser(place.user);
      await prepare?.(realm, user);
    });

    const finished = async (agent: Agent, page: Page) =>
      finish === undefined ? page : await finish(agent, page);

    async function request() {
      const agent = new Agent();
      return await requestBy(agent, user, async () =>
        reach(agent, await startSignIn(realm, client, agent), user),
      );
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

    test.each(['email', 'return'])(
      'signs in by a link of a backend (%s), and the flow asks for all that stands before and after the step',
      async (delivery) => {
        const address = delivery === 'email' ? user.email : undefined;
        const link = await stepLink(realm, client, { user_id: user.id, delivery }, address);
        const agent = new Agent();
        const page = await openAndConfirm(link, agent);
        const end = byBackend === undefined ? page : await byBackend(agent, page, user);
        expect(await signedInAs(realm, client, await finished(agent, end))).toBe(user.id);
        if (byBackend !== undefined) expect(page.headers.get('location')).toBe(null);
      },
    );

    test('signs in by the one-time code', async () => {
      const { agent, page, code } = await request();
      const next = await agent.submit(page, { code });
      expect(await signedInAs(realm, client, await finished(agent, next))).toBe(user.id);
    });
  });
});
