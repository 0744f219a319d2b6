/** Sessions in remembered devices, where the realm has Keycloak's "remember me" on, and elsewhere. */
import { decodeJwt } from 'jose';
import { afterEach, expect, inject, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { tokensFrom } from '../support/authorization.ts';
import { newAddress } from '../support/email.ts';
import { follow, linkFor } from '../support/sign-in.ts';

const { web } = inject('site').clients;
const REALM = 'linkgate';
const DAY_SECONDS = 86_400;

async function setRememberMe(on: boolean): Promise<void> {
  const days = on ? 90 * DAY_SECONDS : 0;
  await (await admin()).realms.update(
    { realm: REALM },
    { rememberMe: on, ssoSessionIdleTimeoutRememberMe: days, ssoSessionMaxLifespanRememberMe: days },
  );
}

afterEach(() => setRememberMe(false));

/** Seconds until the browser forgets the session; null if it does when it is closed. */
async function sessionLifetime(): Promise<number | null> {
  const agent = new Agent({ accept: 'text/html' });
  const cookies: string[] = [];
  const page = await agent.open(await linkFor(newAddress(), web));
  cookies.push(...page.headers.getSetCookie());
  const end = page.status === 200 ? await agent.submit(page, { accept: 'Yes' }) : page;
  cookies.push(...end.headers.getSetCookie());
  const identity = cookies.findLast((cookie) => cookie.startsWith('KEYCLOAK_IDENTITY='));
  const age = /Max-Age=(\d+)/i.exec(identity ?? '')?.[1];
  return age === undefined ? null : Number(age);
}

test('last as long as the realm says, also after the browser was closed', async () => {
  expect(await sessionLifetime()).toBe(null);
  await setRememberMe(true);
  expect(await sessionLifetime()).toBe(90 * DAY_SECONDS);
});

test('have the time of their sign-in in tokens', async () => {
  await setRememberMe(true);
  const agent = new Agent({ accept: 'text/html' });
  const before = Math.floor(Date.now() / 1000) - 1;
  await follow(await linkFor(newAddress(), web), agent);
  const first = decodeJwt((await tokensFrom(agent, web)).id_token).auth_time;
  expect(Number(first)).toBeGreaterThanOrEqual(before);
  expect(decodeJwt((await tokensFrom(agent, web)).id_token).auth_time).toBe(first);
});
