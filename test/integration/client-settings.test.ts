/** Settings of one client: its own lifetime, sign-up, confirm page and code, while every other client uses the realm's (contract, section 3.7). */

import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/choices.ts';
import { setLinkSettings } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { requestOnPage, textOf } from '../support/check-email-page.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import { follow, linkFor, submitConsent } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';

const { baseUrl, clients, logFile } = inject('site');
const { web } = clients;
const OWN = 'linkgate.sign-in.';

let own: OwnClient;
let restore = async (): Promise<void> => {};
beforeAll(async () => {
  own = await makeClient();
});
afterEach(async () => {
  await own.update({
    attributes: { [`${OWN}lifetime`]: '', [`${OWN}sign-up`]: '', [`${OWN}confirm`]: '', [`${OWN}code`]: '' },
  });
  await restore();
  restore = async () => {};
});
afterAll(() => own.remove());

async function set(name: string, value: string): Promise<void> {
  await own.update({ attributes: { [OWN + name]: value } });
}

function secondsOf(link: string): number {
  const [, payload = ''] = (new URL(link).searchParams.get('token') ?? '').split('.');
  const { exp, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    exp: number;
    iat: number;
  };
  return exp - iat;
}

async function order(client: SiteClient, email = newAddress()) {
  const { client_id, redirect_uri } = client;
  return await fetch(`${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, client_id, redirect_uri }),
  });
}

describe('one client’s own', () => {
  test('lifetime applies to its links, from the next one on, and to no other client’s', async () => {
    expect(secondsOf(await linkFor(newAddress(), own))).toBe(LINK_LIFETIME_SECONDS.default);
    await set('lifetime', '3600');
    expect(secondsOf(await linkFor(newAddress(), own))).toBe(3600);
    expect(secondsOf(await linkFor(newAddress(), web))).toBe(LINK_LIFETIME_SECONDS.default);
    const agent = new Agent();
    expect(textOf(await requestOnPage(agent, newAddress(), own))).toContain('valid for one hour');
    await set('lifetime', '');
    expect(secondsOf(await linkFor(newAddress(), own))).toBe(LINK_LIFETIME_SECONDS.default);
  });

  test('confirm page is shown for its links only', async () => {
    await set('confirm', 'always');
    const agent = new Agent();
    const page = await agent.open(await linkFor(newAddress(), own));
    expect(page.text).toContain('name="confirm"');
    expect((await submitConsent(agent, await confirm(agent, page))).searchParams.get('code')).toBeTruthy();
    expect((await follow(await linkFor(newAddress(), web))).searchParams.get('code')).toBeTruthy();
  });

  test('confirm page can be disabled where the realm’s flow has one', async () => {
    restore = await setLinkSettings({ confirm: 'always' });
    await set('confirm', 'never');
    expect((await follow(await linkFor(newAddress(), own))).searchParams.get('code')).toBeTruthy();
    expect((await new Agent().open(await linkFor(newAddress(), web))).text).toContain('name="confirm"');
  });

  test('emails have no code, while those of other clients have one', async () => {
    await set('email-contains', 'link');
    const [mine, other] = [newAddress(), newAddress()];
    expect((await requestOnPage(new Agent(), mine, own)).text).not.toContain('name="code"');
    expect((await requestOnPage(new Agent(), other, web)).text).toContain('name="code"');
    const code = /\b\d{6}\b/;
    const withoutLink = (text: string) => text.replace(/https?:\S+/g, '');
    expect(withoutLink((await emailTo(mine)).text)).not.toMatch(code);
    expect(withoutLink((await emailTo(other)).text)).toMatch(code);
  });

  test('sign-up is closed for it alone: an account created elsewhere can sign in', async () => {
    await set('sign-up', 'closed');
    const email = newAddress();
    const rejected = await order(own, email);
    expect([rejected.status, await rejected.json()]).toMatchObject([403, { error: 'referral_required' }]);
    expect((await follow(await linkFor(email, web))).searchParams.get('code')).toBeTruthy();
    expect((await order(own, email)).status).toBe(200);
  });

  test('sign-up is open for it alone', async () => {
    restore = await setLinkSettings({ signUp: 'closed' });
    await set('sign-up', 'open');
    expect((await order(web)).status).toBe(403);
    expect((await follow(await linkFor(newAddress(), own))).searchParams.get('code')).toBeTruthy();
  });

  test('sign-up is checked again when the link is used', async () => {
    const link = await linkFor(newAddress(), own);
    await set('sign-up', 'closed');
    const response = await fetch(link, { headers: { accept: 'application/json' }, redirect: 'manual' });
    expect([response.status, await response.json()]).toMatchObject([403, { error: 'invalid_referral_code' }]);
  });
});

describe('an invalid value', () => {
  test('falls back to the flow’s for the lifetime, and is logged once', async () => {
    restore = await setLinkSettings({ lifetime: '120' });
    await set('lifetime', '5');
    for (let i = 0; i < 3; i++) expect(secondsOf(await linkFor(newAddress(), own))).toBe(120);
    const line = `realm "linkgate", client "${own.client_id}": ${OWN}lifetime is "5", which is not a whole number from 60 to 86400; using the flow’s`;
    expect((await readFile(logFile, 'utf8')).split(line)).toHaveLength(2);
  });

  test('falls back to the strictest choice for the others, and for this client only', async () => {
    await own.update({
      attributes: { [`${OWN}sign-up`]: 'OPEN', [`${OWN}email-contains`]: 'yes', [`${OWN}confirm`]: 'maybe' },
    });
    expect((await order(own)).status).toBe(403);
    const known = newAddress();
    expect((await follow(await linkFor(known, web))).searchParams.get('code')).toBeTruthy();
    const page = await requestOnPage(new Agent(), known, own);
    expect(page.text).not.toContain('name="code"');
    expect((await new Agent().open(linkIn(await emailTo(known, 2)))).text).toContain('name="confirm"');
  });
});
