/** Each conformance check has been seen to fail: by a planted fault of the configuration, or by a response that deviates. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CHECKS } from '../../../scripts/conformance/checks/index.ts';
import { findTarget } from '../../../scripts/conformance/find-target.ts';
import { Fault } from '../../../scripts/conformance/probe/fault.ts';
import { Probe } from '../../../scripts/conformance/probe/probe.ts';
import type { SignIn } from '../../../scripts/conformance/probe/sign-ins.ts';
import type { Target } from '../../../scripts/conformance/probe/target.ts';
import { checkRealm } from '../../../scripts/conformance/run.ts';
import { realmAt } from '../../support/conformance.ts';
import { FAULTS } from '../../support/faults.ts';
import { LINK, makeStepRealm, type StepRealm } from '../../support/step-realm.ts';
import { DEVIATIONS, type Deviation, STEP_DEVIATIONS, type Tampering } from '../../support/tampered.ts';

const { baseUrl, inboxUrl, clients, admin: account } = inject('site');
const CREDENTIALS = { KEYCLOAK_ADMIN_USERNAME: account.username, KEYCLOAK_ADMIN_PASSWORD: account.password };

/** What a check sends goes through this while it runs. */
let tampering: Tampering | undefined;

function probeOf(target: Target): Probe {
  const probe = new Probe(target);
  const real = probe.send;
  const send: typeof fetch = async (url, init = {}) =>
    await (tampering === undefined ? real(url, init) : tampering(real, String(url), init));
  return Object.assign(probe, { send });
}

/** The message of a check that fails where something deviates. */
async function problemOf(name: string, good: Target, deviation: Deviation, signIn?: SignIn): Promise<string> {
  const probe = probeOf(deviation.target?.(good) ?? good);
  if (signIn !== undefined)
    Object.assign(probe.signIns, { first: async () => ({ ...signIn, ...deviation.signIn?.(signIn) }) });
  deviation.prepare?.(probe);
  tampering = deviation.tampering;
  try {
    await CHECKS.find((check) => check.name === name)?.run(probe);
    return 'it passes';
  } catch (error) {
    return error instanceof Fault ? error.message : `not a fault: ${String(error)}`;
  } finally {
    tampering = undefined;
  }
}

describe('in a Linkgate realm', () => {
  let target: Target;
  let signIn: SignIn;
  beforeAll(async () => {
    const { web: confidential, shop: other, mobile, service, pending } = clients;
    target = {
      ...(await findTarget({ ...realmAt(baseUrl), inbox: inboxUrl }, CREDENTIALS)),
      clients: { confidential, other, public: mobile, service, pending },
    };
    signIn = await probeOf(target).signIns.first();
  });

  test.each(Object.entries(DEVIATIONS))('a response that deviates fails %s', async (name, deviation) => {
    expect(await problemOf(name, target, deviation, signIn)).toMatch(deviation.message);
  });

  test('a document with the host that a request names fails hostname', async () => {
    const server = createServer(({ headers }, response) =>
      response.end(JSON.stringify({ issuer: `http://${headers.host}/realms/one` })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/one`;
    expect(await problemOf('hostname', { baseUrl: at, clients: {} }, { message: /./ })).toContain(
      'has the host or port that the request named',
    );
    server.close();
  });

  test('a host that isn’t this machine’s fails https', async () => {
    const elsewhere = { baseUrl: 'http://id.example.com/realms/one', clients: {} };
    expect(await problemOf('https', elsewhere, { message: /./ })).toContain('is http');
  });
});

/** Checks of a stock realm's configuration, which one realm fails all. */
const STEP_FAULTS = [
  'step-settings',
  'step-place',
  'step-requests',
  'unverified-accounts',
  'step-passkeys',
  'step-themes',
];

describe('in a stock realm with the step', () => {
  let realm: StepRealm;
  let target: Target;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    const client = await realm.makeClient([{ provider: LINK }]);
    const { email } = await realm.makeUser();
    const options = { 'client-id': client.client_id, 'redirect-uri': client.redirect_uri, 'email-to': email };
    target = await findTarget(
      { ...options, ...realmAt(realm.baseUrl), inbox: inboxUrl },
      { ...CREDENTIALS, CLIENT_SECRET: client.client_secret ?? '' },
    );
  });
  afterAll(async () => realm?.remove());

  test.each(Object.entries(STEP_DEVIATIONS))('a response that deviates fails %s', async (name, deviation) => {
    expect(await problemOf(name, target, deviation)).toMatch(deviation.message);
  });

  test('each fault of the configuration is reported', async () => {
    const config = { lifetime: '5', unverified: 'claim', passkeys: 'true' };
    await realm.makeClient([{ provider: LINK, config }]);
    await realm.makeClient([
      { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
      { provider: LINK },
    ]);
    await realm.makeClient([{ provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' }]);
    await realm.makeUser({ emailVerified: false });
    await realm.update({ loginTheme: 'gone' });
    const { findings } = await checkRealm(target, { only: STEP_FAULTS });
    expect(findings.map(({ check, outcome }) => [check, outcome])).toEqual(
      CHECKS.filter(({ name }) => STEP_FAULTS.includes(name)).map(({ name }) => [name, 'failed']),
    );
  });
});

/** Checks whose faults other tests plant. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'linkgate-enabled': 'conformance.test.ts, beside this file: the realm switched to plain Keycloak',
  'plugin-tables': 'the same',
  'second-factor': 'test/integration/security/second-factor.test.ts: each deviation is named',
};

test('no check is left out, and none is named that there isn’t', () => {
  const seen = [
    ...FAULTS.map(({ check }) => check),
    ...Object.keys({ ...DEVIATIONS, ...STEP_DEVIATIONS, ...ELSEWHERE }),
    ...STEP_FAULTS,
    'hostname',
    'https',
  ];
  expect([...new Set(seen)].toSorted()).toEqual(CHECKS.map(({ name }) => name).toSorted());
});
