/** `--replace` in realms with flows as the other extension's users have them, without a change. */
import type ExecutionInfo from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { describe, expect, test } from 'vitest';
import { addStep, type Outcome } from '../../../scripts/add-step/add.ts';
import type { RealmAdmin } from '../../../scripts/admin/connect.ts';

const one = (
  level: number,
  providerId: string,
  requirement = 'REQUIRED',
  authenticationConfig?: string,
): ExecutionInfo => ({
  id: `${level}-${providerId}`,
  level,
  providerId,
  requirement,
  ...(authenticationConfig !== undefined && { authenticationConfig }),
});
const sub = (level: number, displayName: string, requirement = 'ALTERNATIVE'): ExecutionInfo => ({
  id: displayName,
  level,
  displayName,
  authenticationFlow: true,
  requirement,
});

/** The built-in flow that the extension adds to new realms. */
const OWN_FLOW = [
  one(0, 'auth-cookie', 'ALTERNATIVE'),
  one(0, 'identity-provider-redirector', 'ALTERNATIVE'),
  sub(0, 'magic link forms'),
  one(1, 'ext-magic-form'),
];
/** A name first, then a link that is finished on the first device, or a code; tokens before all. */
const MIXED_FLOW = [
  one(0, 'login-token-verifier', 'ALTERNATIVE'),
  one(0, 'auth-cookie', 'ALTERNATIVE'),
  sub(0, 'forms'),
  one(1, 'auth-username-form'),
  sub(1, 'ways', 'REQUIRED'),
  one(2, 'magic-link-continuation-form', 'ALTERNATIVE', 'ten minutes'),
  one(2, 'ext-email-otp', 'ALTERNATIVE'),
];
const CONFIGS: Readonly<Record<string, object>> = { 'ten minutes': { TIMEOUT: '10' } };

/** Reads from a realm whose browser flow is this one; anything that changes the realm is missing. */
function realmWith(executions: readonly ExecutionInfo[]): RealmAdmin {
  const none = async () => [];
  return {
    realm: 'acme',
    client: {
      // Nothing listens there: the hostname isn't looked at.
      baseUrl: 'http://localhost:9',
      realms: { findOne: async () => ({ realm: 'acme', browserFlow: 'b', smtpServer: { host: 'mail' } }) },
      users: { count: async () => 0 },
      clients: { find: none },
      identityProviders: { find: none },
      authenticationManagement: {
        getFlows: async () => [{ id: '1', alias: 'b', providerId: 'basic-flow' }],
        getAuthenticatorProviders: async () => [{ id: 'linkgate-step' }],
        getExecutions: async () => executions,
        getConfig: async ({ id }: { id: string }) => ({ config: CONFIGS[id] }),
      },
    },
  } as unknown as RealmAdmin;
}

async function replaced(
  executions: readonly ExecutionInfo[],
  replace: string,
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const options = { flow: undefined, name: undefined, apply: false, as: undefined, bind: false };
  return await addStep(realmWith(executions), { ...options, client: undefined, replace, settings });
}

const changedLines = ({ executions }: Outcome) => executions.filter((line) => !line.startsWith('  '));

test('a link becomes one, with the same sign-up and lifetime', async () => {
  const outcome = await replaced(OWN_FLOW, 'ext-magic-form');
  expect(changedLines(outcome)).toEqual(['-   ext-magic-form: REQUIRED', '+   linkgate-step: REQUIRED']);
  expect(outcome.settings).toEqual([{ signUp: 'open', lifetime: '86400' }]);
  expect(outcome.not_translated).toEqual([expect.stringContaining('a link works once')]);
  expect(outcome.look_at).toEqual([expect.stringMatching(/^signUp=open has no effect/)]);
});

test('given settings come before what is translated', async () => {
  const { settings } = await replaced(OWN_FLOW, 'ext-magic-form', { lifetime: '900', signUp: 'closed' });
  expect(settings).toEqual([{ signUp: 'closed', lifetime: '900' }]);
});

describe('in a flow with several of its authenticators', () => {
  test('finishing on the first device becomes crossDevice, and what stays is named', async () => {
    const outcome = await replaced(MIXED_FLOW, 'magic-link-continuation-form');
    expect(changedLines(outcome)).toEqual([
      '-     magic-link-continuation-form: ALTERNATIVE',
      '+     linkgate-step: ALTERNATIVE',
    ]);
    expect(outcome.settings).toEqual([{ crossDevice: 'true', lifetime: '600' }]);
    expect(outcome.not_translated).toEqual([
      expect.stringMatching(/^login-token-verifier, which stays in the copy: /),
      expect.stringMatching(/^ext-email-otp, which stays in the copy: /),
    ]);
    expect(outcome.look_at).toEqual([expect.stringMatching(/^crossDevice=true: /)]);
  });

  test('a code becomes a code', async () => {
    const outcome = await replaced(MIXED_FLOW, 'ext-email-otp');
    expect(outcome.settings).toEqual([{ emailContains: 'code' }]);
    expect(outcome.look_at).toEqual([]);
  });

  test('a token in login_hint has no step in its place, and nothing is planned', async () => {
    await expect(replaced(MIXED_FLOW, 'login-token-verifier')).rejects.toThrow(
      '--replace login-token-verifier: no step takes its place: a link of the link API enters the flow',
    );
  });
});

test('the link API is told of for its authenticators only', async () => {
  const { link_api: told } = await replaced(OWN_FLOW, 'ext-magic-form');
  expect(told?.map(({ theirs }) => theirs)).toEqual([
    'POST /realms/acme/magic-link',
    'POST /realms/acme/login-token',
  ]);
  const other = await replaced(OWN_FLOW, 'identity-provider-redirector');
  expect(other).not.toHaveProperty('link_api');
  // What stays there isn't theirs to leave behind.
  expect(other.not_translated).toEqual([expect.stringContaining("which this command doesn't know")]);
});
