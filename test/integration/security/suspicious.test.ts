/** The shield asks only for requests that look like a script's: the same for known addresses as for unknown ones. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { FEW_UNKNOWN, MANY_NETWORKS } from '../../../provider-scripts/src/realm/shield/suspicion.ts';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { fetchFrom, newCaller } from '../../support/from-address.ts';
import type { OwnRealm } from '../../support/own-realm.ts';
import { PATIENT } from '../../support/patience.ts';
import {
  challengeOn,
  makeShieldedRealm,
  passShield,
  requestFromApp,
  SHIELD_ON,
  solve,
} from '../../support/shield.ts';
import { follow } from '../../support/sign-in.ts';
import { LINK, makeStepRealm, type StepRealm, startSignIn } from '../../support/step-realm.ts';

const { web } = inject('site').clients;

/** Half of it is two requests. */
const FEW_LINKS = '4/3600';
const ASKS = { ...SHIELD_ON, 'linkgate.shield': 'suspicious' };

interface Day {
  suspected: number;
  suspicions: Record<string, number>;
  challenges: Record<string, number>;
}

/** A browser that calls from an address. */
const agentFrom = (caller: string) => new Agent({ accept: 'text/html' }, undefined, fetchFrom(caller));

/** An address of the same /24. */
function neighbourOf(caller: string): string {
  const [, network = '', last = ''] = /^(.*\.)(\d+)$/.exec(caller) ?? [];
  return `${network}${(Number(last) % 254) + 1}`;
}

async function shieldOf(realm: string): Promise<Day> {
  return (await callAdminApi<Day>('GET', '/limits/shield', { realm })).json;
}

const made: { remove(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of made) await one.remove();
});

describe('a Linkgate realm', () => {
  let realm: OwnRealm;
  let known: string[];
  beforeAll(async () => {
    realm = await makeShieldedRealm(`suspicious-${randomInt(1e9)}`, {
      ...ASKS,
      'linkgate.limit.link-ip': FEW_LINKS,
    });
    made.push(realm);
    known = [newAddress(), newAddress(), newAddress()];
    const { users } = await admin();
    for (const email of known)
      await users.create({ realm: realm.name, enabled: true, email, username: email, emailVerified: true });
  });

  /** What one with an account and one without get, after these requests: the same. */
  const askedAfter = async (all: readonly [string, string][], last: string) => {
    for (const [email, caller] of all)
      expect(await requestFromApp(realm, email, caller)).toMatchObject({ status: 200 });
    const pair = [];
    for (const email of [known[0] ?? '', newAddress()]) {
      const { status, error, message, challenge } = await requestFromApp(realm, email, last);
      pair.push({ status, error, message, parameters: Object.keys(challenge?.parameters ?? {}) });
    }
    expect(pair[0]).toEqual(pair[1]);
    return pair[0];
  };

  test('asks nobody without a reason', async () => {
    expect(await requestFromApp(realm, newAddress(), newCaller())).toMatchObject({ status: 200 });
  });

  test('asks once an IP address has used half its limit', async () => {
    const caller = newCaller();
    const two: [string, string][] = [
      [newAddress(), caller],
      [newAddress(), caller],
    ];
    expect(await askedAfter(two, caller)).toMatchObject({ status: 403, error: 'shield_required' });
    expect(await askedAfter([], newCaller())).toMatchObject({ status: 200 });
  });

  test('asks once the network around it has', async () => {
    const caller = newCaller();
    const neighbour = neighbourOf(caller);
    const two: [string, string][] = [
      [newAddress(), caller],
      [newAddress(), neighbour],
    ];
    expect(await askedAfter(two, neighbourOf(neighbour))).toMatchObject({ status: 403 });
  });

  test.each(['known', 'unknown'])(
    'asks for a %s address that many networks name, and sends for a proof',
    async (kind) => {
      const email = kind === 'known' ? (known[1] ?? '') : newAddress();
      const name = (caller = newCaller()) => requestFromApp(realm, email, caller);
      for (let i = 1; i < MANY_NETWORKS; i++) expect(await name()).toMatchObject({ status: 200 });
      const caller = newCaller();
      const asked = await name(caller);
      expect(asked).toMatchObject({ status: 403, error: 'shield_required' });
      expect(await requestFromApp(realm, newAddress(), caller)).toMatchObject({ status: 200 });
      expect(await emailsTo(email)).toHaveLength(MANY_NETWORKS - 1);
      if (asked.challenge === undefined) throw new Error('no challenge');
      const proof = await solve(asked.challenge);
      const restore = await storeEvents(realm.name);
      const since = Date.now();
      expect(await requestFromApp(realm, email, newCaller(), proof)).toMatchObject({ status: 200 });
      expect(await requestFromApp(realm, email, newCaller(), proof)).toMatchObject({ status: 403 });
      await emailTo(email, MANY_NETWORKS);
      const sent = async () =>
        (await eventsSince(realm.name, since, 'link_sent')).map(({ details }) => details);
      await vi.waitUntil(async () => (await sent()).length > 0, PATIENT);
      expect(await sent()).toEqual([expect.objectContaining({ shield: 'solved', suspicions: 'address' })]);
      await restore();
    },
  );

  test('asks every stranger once too many addresses have no account, but no browser that remembers one', async () => {
    const agent = agentFrom(newCaller());
    const owner = known[2] ?? '';
    const page = await agent.open(authUrlOf(realm));
    await agent.submit(page, { email: owner });
    await follow(linkIn(await emailTo(owner)), agent);
    let sent = 0;
    while (sent <= 2 * FEW_UNKNOWN && (await requestFromApp(realm, newAddress(), newCaller())).status === 200)
      sent++;
    expect(sent).toBeLessThanOrEqual(FEW_UNKNOWN);
    // Also while the script goes on without solving any.
    for (let i = 0; i < FEW_UNKNOWN; i++)
      expect(await requestFromApp(realm, newAddress(), newCaller())).toMatchObject({ status: 403 });
    expect(await askedAfter([], newCaller())).toMatchObject({ status: 403, error: 'shield_required' });
    const prompt = await agent.open(authUrlOf(realm, { prompt: 'login' }));
    const waiting = await agent.submit(await agent.submit(prompt, { show: 'email' }), { email: owner });
    expect(challengeOn(waiting)).toBeNull();
    await emailTo(owner, 2);
  });

  test('says in the admin API what it suspected and asked', async () => {
    const { suspected, suspicions, challenges } = await shieldOf(realm.name);
    for (const reason of ['ip', 'network', 'address', 'realm']) expect(suspicions[reason]).toBeGreaterThan(0);
    expect(suspected).toBeGreaterThanOrEqual(Math.max(...Object.values(suspicions)));
    expect(challenges).toMatchObject({ passed: 2, rejected: 2 });
    expect(challenges.asked).toBeGreaterThan(FEW_UNKNOWN);
    expect(await problemIds(realm.name)).not.toContain('suspected-requests');
  });
});

describe('while it is off', () => {
  test('it tells what it would have asked, and asks nobody', async () => {
    const realm = await makeShieldedRealm(`unsuspicious-${randomInt(1e9)}`, {
      'linkgate.limit.link-ip': '60/3600',
    });
    made.push(realm);
    expect(await shieldOf(realm.name)).toMatchObject({ suspected: 0 });
    expect(await problemIds(realm.name)).not.toContain('suspected-requests');
    const caller = newCaller();
    for (let i = 0; i < 50; i++)
      expect(await requestFromApp(realm, newAddress(), caller)).toMatchObject({ status: 200 });
    expect(await shieldOf(realm.name)).toMatchObject({
      suspected: 20,
      suspicions: { ip: 20, network: 20, address: 0, realm: 0 },
      challenges: { asked: 0, passed: 0, rejected: 0 },
    });
    expect(await problemIds(realm.name)).toContain('suspected-requests');
  });
});

describe('a step', () => {
  let realm: StepRealm;
  beforeAll(async () => {
    realm = await makeStepRealm(
      { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
      { attributes: { 'linkgate.limit.link-ip': FEW_LINKS, 'linkgate.shield-hashes': '10000' } },
    );
    made.push(realm);
  });

  test('asks for a suspected request alone, whether it names an account or nobody', async () => {
    const client = await realm.makeClient([{ provider: LINK, config: { shield: 'suspicious' } }]);
    const user = await realm.makeUser();
    const caller = newCaller();
    const typed = [user.email, newAddress(), user.username, newAddress()];
    const isAsked = [];
    for (const email of typed) {
      const agent = agentFrom(caller);
      const page = await agent.submit(await startSignIn(realm, client, agent), { email, action: 'send' });
      isAsked.push(challengeOn(page) !== null);
      if (email === user.username) await passShield(agent, page);
    }
    expect(isAsked).toEqual([false, false, true, true]);
    await emailTo(user.email, 2);
  });
});

function authUrlOf({ baseUrl }: OwnRealm, fields: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    response_type: 'code',
    scope: 'openid',
    ...fields,
  });
  return `${baseUrl}/auth?${query}`;
}

async function problemIds(realm: string): Promise<string[]> {
  const { json } = await callAdminApi<{ problems: { id: string }[] }>('GET', '/problems', { realm });
  return json.problems.map(({ id }) => id);
}
