/** What a browser or an app does about a challenge of the shield, by ALTCHA's own library. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Page as BrowserPage } from 'playwright-core';
import { inject } from 'vitest';
import type { WorkChallenge } from '../../provider-scripts/src/realm/shield/challenge.ts';
import { admin } from './admin.ts';
import type { Agent, Page } from './agent.ts';
import { formActionOf } from './form.ts';
import { requestFrom } from './from-address.ts';
import { makeRealm, type OwnRealm } from './own-realm.ts';

/** The realm's attributes with the shield on; few hashes, as tests solve many challenges. */
export const SHIELD_ON = { 'linkgate.shield': 'always', 'linkgate.shield-hashes': '10000' };

/** The response to a challenge, as the widget sends it. */
export async function solve({ parameters, signature }: WorkChallenge): Promise<string> {
  const challenge = { parameters: { ...parameters }, signature };
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved');
  return btoa(JSON.stringify({ challenge, solution }));
}

/** The challenge on a page; null if it asks for none. */
export function challengeOn({ text }: Pick<Page, 'text'>): WorkChallenge | null {
  const json = /data-challenge="(\{[^"]+\})"/.exec(text)?.[1];
  return json === undefined ? null : (JSON.parse(json.replaceAll('&quot;', '"')) as WorkChallenge);
}

/** Solves the challenge on a page, and sends its form as the page's script does. */
export async function passShield(agent: Agent, page: Page): Promise<Page> {
  const challenge = challengeOn(page);
  if (challenge === null) throw new Error(`asks for no proof: ${page.status} ${page.text.slice(0, 500)}`);
  return await respond(agent, page, [await solve(challenge)]);
}

/** Sends the page's form with these responses. */
export async function respond(agent: Agent, page: Page, responses: readonly string[]): Promise<Page> {
  const [form = ''] = /<form id="linkgate-shield"[\s\S]*?<\/form>/.exec(page.text) ?? [];
  const body = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g))
    if (name !== 'shield_response') body.append(name, value.replaceAll('&amp;', '&'));
  for (const response of responses) body.append('shield_response', response);
  return await agent.open(new URL(formActionOf({ text: form }), page.url).href, { method: 'POST', body });
}

/** Has the first response that a browser's page sends to a challenge prove nothing. */
export async function spoilResponse(page: BrowserPage): Promise<void> {
  let isFirst = true;
  await page.route(/\/realms\//, async (route) => {
    const body = route.request().postData();
    if (!isFirst || body === null || !body.includes('shield_response=')) return await route.continue();
    isFirst = false;
    await route.continue({ postData: body.replace(/shield_response=[^&]*/, 'shield_response=spoilt') });
  });
}

/** Makes a realm whose callers count, with these attributes. */
export async function makeShieldedRealm(name: string, attributes: Record<string, string>): Promise<OwnRealm> {
  const own = await makeRealm(name, { counted: true });
  const { realms } = await admin();
  const stored = await realms.findOne({ realm: name });
  await realms.update({ realm: name }, { attributes: { ...stored?.attributes, ...attributes } });
  return own;
}

/** Requests a link of a realm as an app does, from an address of this machine. */
export async function requestFromApp(
  { baseUrl }: OwnRealm,
  email: string,
  caller: string,
  response?: string,
): Promise<{ status: number; error?: string; message?: string; challenge?: WorkChallenge }> {
  const { client_id, redirect_uri } = inject('site').clients.web;
  const { status, text } = await requestFrom(caller, `${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      client_id,
      redirect_uri,
      ...(response === undefined ? {} : { shield_response: response }),
    }),
  });
  return { ...(JSON.parse(text) as object), status };
}
