/** Ten thousand wrong codes from many networks, where emails contain only a code: nobody is locked out, and few are guesses at short ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SHORT_GUESSES } from '../../../provider-scripts/src/links/magic-link/one-time-code.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { requireCodeAlone } from '../../support/check-email-page.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { formActionOf } from '../../support/form.ts';
import { fetchFrom, newCaller } from '../../support/from-address.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  LINK,
  makeStepRealm,
  type StepRealm,
  type StepUser,
  signedInAs,
  startSignIn,
} from '../../support/step-realm.ts';

const WRONG_CODES = 10_000;
const TRIES = 5;
/** In one browser and its network: a browser's limit, and more would only make its own codes longer. */
const CODES_IN_NETWORK = 6;
const AT_ONCE = 12;

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  client = await realm.makeClient([{ provider: LINK, config: { emailContains: 'code' } }]);
});
afterAll(async () => await realm?.remove());

async function request(agent: Agent, email: string): Promise<Page> {
  return await agent.submit(await startSignIn(realm, client, agent), { email, action: 'send' });
}

/**
 * In one browser of a network, requests codes for addresses without an account, each from the page of the one before, and uses up their attempts;
 * returns how long the codes are.
 */
async function guess(network: string): Promise<number[]> {
  const agent = new Agent({ accept: 'text/html' }, undefined, fetchFrom(network));
  const lengths: number[] = [];
  let page = await startSignIn(realm, client, agent);
  while (lengths.length < CODES_IN_NETWORK) {
    // Without the page on which the user would type another address.
    const body = new URLSearchParams({ email: newAddress('nobody'), action: 'send' });
    page = await agent.request(new URL(formActionOf(page), page.url).href, { method: 'POST', body });
    const length = Number(/data-code-length="(\d+)"/.exec(page.text)?.[1]);
    const code = length === 10 ? 'BBBBB-BBBBB' : '000 000 000';
    for (let tries = 0; tries < TRIES; tries++) page = await agent.submit(page, { code });
    expect(page.text).toContain('there are no tries left');
    lengths.push(length);
  }
  return lengths;
}

async function signIn(agent: Agent, page: Page, user: StepUser): Promise<string> {
  const code = requireCodeAlone(await emailTo(user.email));
  expect(await signedInAs(realm, client, await agent.submit(page, { code }))).toBe(user.id);
  return code;
}

test('a code that was requested before still works, and so does one that is requested then', async () => {
  const [early, late] = [await realm.makeUser(), await realm.makeUser()];
  const waiting = new Agent();
  const page = await request(waiting, early.email);
  const lengths: number[] = [];
  const guessers = Array.from({ length: AT_ONCE }, async () => {
    while (lengths.length < WRONG_CODES / TRIES) lengths.push(...(await guess(newCaller())));
  });
  await Promise.all(guessers);
  expect(lengths.length).toBeGreaterThanOrEqual(WRONG_CODES / TRIES);
  expect(await signIn(waiting, page, early)).toMatch(/^[\d ]+$/);
  const agent = new Agent();
  expect(await signIn(agent, await request(agent, late.email), late)).toBeTruthy();
  const short = lengths.filter((length) => length === 9).length;
  expect([short > 0, lengths.length - short > 0]).toEqual([true, true]);
  expect(short * TRIES).toBeLessThanOrEqual(MAX_SHORT_GUESSES);
});
