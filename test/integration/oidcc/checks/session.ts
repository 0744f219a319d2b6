/** Requests of a person who is, or isn't, signed in already: prompt, max_age, id_token_hint. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { asksForLink, pressLive } from '../../../support/chooser.ts';
import type { Checks } from '../modules.ts';
import {
  authorizationUrl,
  errorOf,
  type Outcome,
  type Parameters,
  Person,
  redeem,
  requestParameters,
  signIn,
} from '../relying-party.ts';

const MILLIS = 1000;

/** Waits until an instant is over, in Unix seconds: `auth_time` counts whole ones. */
async function waitUntilAfter(epochSeconds: number): Promise<void> {
  const rest = (epochSeconds + 1) * MILLIS - Date.now();
  if (rest > 0) await wait(rest);
}

/** Signs in, then asks again in the same browser, where the answer must come without a mail; same person, same `auth_time`. */
async function twice(first: Parameters, second: (outcome: Outcome) => Parameters): Promise<void> {
  const person = new Person();
  const before = await signIn(first, { person });
  const parameters = requestParameters(second(before));
  const shown = await person.agent.open(authorizationUrl(parameters));
  const page = parameters.prompt === 'none' ? shown : await pressLive(person.agent, shown);
  const location = page.headers.get('location');
  expect(location, `an answer without a mail: ${page.status} ${page.text.slice(0, 300)}`).not.toBeNull();
  const after = await redeem(new URL(location ?? ''), parameters);
  expect(after.claims.sub).toBe(before.claims.sub);
  expect(after.claims.auth_time).toBe(before.claims.auth_time);
}

/** Signs in, waits, and asks again in a way that needs a new link; the later sign-in has the later `auth_time`. */
async function again(second: Parameters, seconds: number): Promise<Outcome> {
  const person = new Person();
  const before = await signIn({ max_age: '15000' }, { person });
  const authTime = Number(before.claims.auth_time);
  expect(authTime).toBeGreaterThan(0);
  await waitUntilAfter(authTime + seconds);
  const page = await person.agent.open(authorizationUrl(requestParameters(second)));
  expect(asksForLink(page), page.text.slice(0, 300)).toBe(true);
  const after = await signIn(second, { person });
  expect(after.claims.sub).toBe(before.claims.sub);
  expect(Number(after.claims.auth_time)).toBeGreaterThan(authTime);
  return after;
}

export const SESSION_CHECKS = {
  'oidcc-prompt-login': async () => {
    await again({ prompt: 'login' }, 0);
  },

  'oidcc-prompt-none-not-logged-in': async () => {
    const parameters = requestParameters({ prompt: 'none', state: 'x'.repeat(128) });
    const page = await new Person().agent.open(authorizationUrl(parameters));
    const callback = new URL(page.headers.get('location') ?? '');
    expect(errorOf(callback, parameters)).toBe('login_required');
  },

  'oidcc-prompt-none-logged-in': async () => {
    await twice({}, () => ({ prompt: 'none' }));
  },

  // The sign-in is older than one second only when the second after `auth_time` is over, too: a wait of at most 2 s.
  'oidcc-max-age-1': async () => {
    const { claims } = await again({ max_age: '1' }, 1);
    expect(Date.now() / MILLIS - Number(claims.auth_time)).toBeLessThan(120);
  },

  'oidcc-max-age-10000': async () => {
    await twice({ max_age: '15000' }, ({ claims }) => {
      expect(claims.auth_time).toEqual(expect.any(Number));
      return { max_age: '10000' };
    });
  },

  'oidcc-id-token-hint': async () => {
    await twice({}, ({ idToken }) => ({ prompt: 'none', id_token_hint: idToken }));
  },
} satisfies Checks;
