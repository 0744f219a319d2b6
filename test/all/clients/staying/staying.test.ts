/**
 * Users stay signed in at applications made with other projects' libraries for the client's 30 days, and no longer. The clocks of
 * the server and of the applications are shifted.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../../../scripts/server/ports.ts';
import { shiftClock, startAlone, stopNode } from '../../../support/cluster.ts';
import { newAddress } from '../../../support/email.ts';
import { bearer } from '../../../support/form.ts';
import type { OwnClient } from '../../../support/own-client.ts';
import type {
  StayingApplication,
  StayingUser,
  Stored,
} from '../../../support/relying-party/staying-party.ts';
import { makeStayingClient } from '../../../support/staying-client.ts';
import { appAuth } from './app-auth.ts';
import { keycloakJs, oidcClientTs } from './in-chromium.ts';
import { oauth2Proxy } from './oauth2-proxy.ts';
import { openidClient } from './openid-client.ts';
import { springSecurity } from './spring-security.ts';

const DAY_SECONDS = 86_400;
const INSTALL_MILLIS = 1_800_000;
const { baseUrl } = inject('site');

const PARTIES = [openidClient, keycloakJs, oidcClientTs, oauth2Proxy, springSecurity, appAuth];
const HERE = (
  await Promise.all(PARTIES.map(async (party) => ((await party.isHere()) ? [party] : [])))
).flat();
for (const { name, needs } of PARTIES.filter((party) => !HERE.includes(party)))
  console.warn(`no ${needs} on this machine: the tests with ${name} are skipped`);
// In CI a missing program is a failure.
const TESTED = process.env.CI ? PARTIES : HERE;

/** A running application and its users. */
interface Tested {
  application: StayingApplication;
  client: OwnClient;
  email: string;
  stayer: StayingUser;
  leaver: StayingUser;
  /** What the application had stored about a user who signed out on the first day. */
  left: Stored;
}
const running: Partial<Record<string, Partial<Tested>>> = {};
const of = (name: string) => running[name] as Tested;

beforeAll(async () => {
  for (const party of TESTED) await party.install();
}, INSTALL_MILLIS);
afterAll(async () => {
  for (const { application } of Object.values(running).filter((one) => one !== undefined))
    await application?.stop();
});

/** Only one node runs, so that a user's requests all meet the same clock. */
async function startAtDay(day: number): Promise<void> {
  await stopNode('first');
  await shiftClock(day * DAY_SECONDS, 'first');
  await startAlone('first');
  for (const { name } of TESTED) await running[name]?.application?.shiftClock(day * DAY_SECONDS);
}

/** The user whom the server recognizes by an access token; undefined if it recognizes none. */
async function userOf(accessToken: string | undefined): Promise<string | undefined> {
  if (accessToken === undefined) return undefined;
  const response = await fetch(`${baseUrl}/userinfo`, { headers: bearer(accessToken) });
  if (response.status === 401) return undefined;
  expect(response.status).toBe(200);
  return ((await response.json()) as { email: string }).email;
}

describe('on the first day', () => {
  beforeAll(async () => await stopNode('second'));

  test.each(TESTED)('$name signs users in, and one out', async (party) => {
    expect(await party.isHere(), `${party.needs} is missing`).toBe(true);
    const tested: Partial<Tested> = {};
    running[party.name] = tested;
    const url = `http://localhost:${await freePort()}`;
    tested.client = await makeStayingClient('30', {
      ...party.fields(url),
      // Its redirect URIs, and this one.
      attributes: { 'post.logout.redirect.uris': `+##${url}/signed-out` },
    });
    tested.application = await party.start({ issuer: baseUrl, client: tested.client, url });
    tested.email = newAddress();
    tested.stayer = await tested.application.signIn(tested.email);
    tested.leaver = await tested.application.signIn(newAddress());
    const leaving = await tested.application.signIn(newAddress());
    tested.left = await leaving.copy();
    await leaving.signOut();
    expect(await userOf(await leaving.renew())).toBeUndefined();
  });
});

describe('after 29 days without any use', () => {
  beforeAll(async () => await startAtDay(29));

  test.each(TESTED)('$name renews', async ({ name }) => {
    expect(await userOf(await of(name).stayer.renew())).toBe(of(name).email);
  });

  test.each(TESTED)('$name can’t renew what it had stored before a sign-out', async ({ name }) => {
    expect(await userOf(await of(name).left.renew())).toBeUndefined();
  });

  test.each(TESTED)(
    '$name ends at a sign-out, although the browser’s session ended long ago',
    async ({ name }) => {
      const { leaver } = of(name);
      expect(await userOf(await leaver.renew())).toMatch(/@/);
      const copy = await leaver.copy();
      await leaver.signOut();
      expect(await userOf(await copy.renew())).toBeUndefined();
    },
  );
});

describe('after 31 days', () => {
  beforeAll(async () => await startAtDay(31));

  test.each(TESTED)('$name can’t renew, although it did before, and signs in again', async ({ name }) => {
    const { stayer, application, email } = of(name);
    expect(await userOf(await stayer.renew())).toBeUndefined();
    const again = await application.signIn(email);
    expect(await userOf(await again.renew())).toBe(email);
  });
});
