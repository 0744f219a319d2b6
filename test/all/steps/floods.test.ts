/** What a script can have sent while the shield asks for suspected requests, with the limits at their defaults. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { newCaller } from '../../support/from-address.ts';
import type { OwnRealm } from '../../support/own-realm.ts';
import { makeShieldedRealm, requestFromApp, SHIELD_ON, solve } from '../../support/shield.ts';
import { follow } from '../../support/sign-in.ts';

const ADDRESSES = 10_000;
const CALLERS = 500;
const AT_ONCE = 20;
const MOST_EMAILS = 100;
/** After each of these requests of the script, a user signs in. */
const USERS_EVERY = 250;
const REPLAYS = 10_000;

let realm: OwnRealm;
beforeAll(async () => {
  const attributes = { ...SHIELD_ON, 'linkgate.shield': 'suspicious' };
  realm = await makeShieldedRealm(`flooded-${randomInt(1e9)}`, attributes);
});
afterAll(async () => await realm?.remove());

/** Calls for each index, some at a time. */
async function each<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await call(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

test('10,000 addresses from 500 others get at most 100 emails, and users sign in meanwhile', async () => {
  const callers = Array.from({ length: CALLERS }, newCaller);
  const { users } = await admin();
  const signInOfUser = async () => {
    const email = newAddress();
    await users.create({ realm: realm.name, enabled: true, username: email, email, emailVerified: true });
    const caller = newCaller();
    const first = await requestFromApp(realm, email, caller);
    const { challenge } = first;
    const last =
      challenge === undefined ? first : await requestFromApp(realm, email, caller, await solve(challenge));
    expect(last.status).toBe(200);
    await follow(linkIn(await emailTo(email)));
    return challenge !== undefined;
  };
  const asked: boolean[] = [];
  const statuses = await each(ADDRESSES, async (index) => {
    if (index % USERS_EVERY === USERS_EVERY - 1) asked.push(await signInOfUser());
    return (await requestFromApp(realm, newAddress('flood'), callers[index % CALLERS] ?? '')).status;
  });
  const sent = statuses.filter((status) => status === 200).length;
  console.log(
    `${sent} emails to the script; ${asked.filter(Boolean).length} of ${asked.length} users solved a challenge`,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 403]));
  expect(sent).toBeLessThanOrEqual(MOST_EMAILS);
  expect(asked).toHaveLength(ADDRESSES / USERS_EVERY);
});

test('a proof counts once of 10,000 times', async () => {
  const email = newAddress();
  const { challenge } = await requestFromApp(realm, email, newCaller());
  if (challenge === undefined) throw new Error('the flood has ended');
  const proof = await solve(challenge);
  const results = await each(REPLAYS, () => requestFromApp(realm, email, newCaller(), proof));
  const counts = Map.groupBy(results, ({ status }) => status);
  expect(counts.get(200)).toHaveLength(1);
  expect(counts.get(403)).toHaveLength(REPLAYS - 1);
});
