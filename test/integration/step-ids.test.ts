/** Each kind of realm has a step of its own; the one for Linkgate realms also runs in flows of stock realms that are older than the other (contract, section 10). */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  EMAIL_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { REALM } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { newAddress } from '../support/email.ts';
import { makeFlow, type Part } from '../support/flows.ts';
import { bindFlow } from '../support/level-flow.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { requestLink } from '../support/sign-in.ts';
import { chooseStep, requestBy, typeAddress } from '../support/step-pages.ts';
import {
  claimsAt,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  startSignIn,
} from '../support/step-realm.ts';

interface Problem {
  id: string;
  detail: { id: string; values: Record<string, string> } | null;
}

async function stepProblems(realm: string): Promise<Problem['detail'][]> {
  const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems', { realm });
  return json.problems.filter(({ id }) => id === 'steps').map(({ detail }) => detail);
}

describe.each([EMAIL_AUTHENTICATOR, STEP_AUTHENTICATOR])('in a stock realm %s', (provider) => {
  let realm: StepRealm;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  });
  afterAll(async () => await realm?.remove());

  test('signs in by its link, in any browser, with its settings, and is named by the claim amr', async () => {
    const config = {
      emailContains: 'link-and-code',
      'default.reference.value': 'mailbox',
      'default.reference.maxAge': '3600',
    };
    const client = await realm.makeClient([{ provider, config }]);
    const user = await realm.makeUser();
    const { link, code } = await requestByStep(realm, client, user);
    expect(code).toMatch(/^\d{6}$/);
    const end = await openAndConfirm(link);
    expect(await claimsAt(realm, client, end)).toMatchObject({ sub: user.id, amr: ['mailbox'] });
  });

  test('is a way beside the password, and a gone tab says where the sign-in went', async () => {
    const ways: Part[] = [
      { parts: [{ provider: 'auth-username-password-form' }], requirement: 'ALTERNATIVE' },
      { provider, requirement: 'ALTERNATIVE' },
    ];
    const client = await realm.makeClient(ways);
    const user = await realm.makeUser();
    const agent = new Agent();
    const first = await startSignIn(realm, client, agent);
    const { link, page } = await requestBy(agent, user, async () =>
      typeAddress(agent, await chooseStep(agent, first), user),
    );
    const end = await openAndConfirm(link, agent);
    expect((await claimsAt(realm, client, end)).sub).toBe(user.id);
    const gone = await agent.submit(page, { action: 'resend' });
    expect(gone.text).toContain('continued');
  });

  test('has problems only if it stores settings that don’t act there', async () => {
    expect(await stepProblems(realm.name)).toEqual([]);
    const flow = await realm.makeFlow([{ provider, config: { confirm: 'always', rememberDevice: 'true' } }]);
    expect(await stepProblems(realm.name)).toEqual([
      {
        id: 'step-settings-unused',
        values: { flow: flow.alias, step: provider, settings: 'confirm', made: STEP_AUTHENTICATOR },
      },
    ]);
    await flow.remove();
  });
});

describe('in a Linkgate realm the step for stock realms', () => {
  const { logFile } = inject('site');
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
  });

  async function clientWith(parts: readonly Part[]): Promise<{ client: OwnClient; flow: string }> {
    const client = await makeClient({ consentRequired: false });
    const flow = await makeFlow(REALM, parts);
    undo.push(client.remove, flow.remove, await bindFlow([client.client_id], flow.id, {}));
    return { client, flow: flow.alias };
  }

  async function statusOfRequest({ client_id, redirect_uri }: OwnClient): Promise<number> {
    return (await requestLink({ email: newAddress(), client_id, redirect_uri })).status;
  }

  const config = { signUp: 'open' };

  test.each<[string, Part[]]>([
    ['alone', [{ provider: STEP_AUTHENTICATOR, config }]],
    ['as an alternative', [{ provider: STEP_AUTHENTICATOR, requirement: 'ALTERNATIVE', config }]],
    [
      'before the right one, as required',
      [
        { provider: STEP_AUTHENTICATOR, config },
        { provider: EMAIL_AUTHENTICATOR, config },
      ],
    ],
  ])(
    '%s is like a flow without a step: no link is sent, and no page asks for an address',
    async (_, parts) => {
      const { client } = await clientWith(parts);
      expect(await statusOfRequest(client)).toBe(400);
      const page = await new Agent().open(authUrl(client));
      expect(page.status).not.toBe(200);
      expect(page.text).not.toContain('name="email"');
    },
  );

  test('is passed over for the right one, and told once in the log and among the problems', async () => {
    const line = `realm "${REALM}": a flow has the step ${STEP_AUTHENTICATOR}, which is skipped`;
    const logged = async () => (await readFile(logFile, 'utf8')).split(line).length - 1;
    const before = await logged();
    const { client, flow } = await clientWith([
      { provider: STEP_AUTHENTICATOR, requirement: 'ALTERNATIVE', config },
      { provider: EMAIL_AUTHENTICATOR, requirement: 'ALTERNATIVE', config },
    ]);
    expect(await stepProblems(REALM)).toEqual([
      {
        id: 'step-skipped',
        values: { flow, step: STEP_AUTHENTICATOR, made: EMAIL_AUTHENTICATOR },
      },
    ]);
    for (let i = 0; i < 3; i++) {
      expect(await statusOfRequest(client)).toBe(200);
      const page = await new Agent().open(authUrl(client));
      expect(page.status).toBe(200);
      expect(page.text).toContain('name="email"');
    }
    expect((await logged()) - before).toBe(1);
  });

  test('is disabled without a word', async () => {
    await clientWith([
      { provider: STEP_AUTHENTICATOR, requirement: 'DISABLED' },
      { provider: EMAIL_AUTHENTICATOR, config },
    ]);
    expect(await stepProblems(REALM)).toEqual([]);
  });
});
