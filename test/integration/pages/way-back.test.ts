/** Where a page on which a sign-in ends leads the user: to the application by what is registered for it, or to it by its name. */
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { serveAccountPage } from '../../support/account-page.ts';
import { makeAccount, setUnverifiedEmail } from '../../support/accounts.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { requestOnPage } from '../../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';

const { baseUrl } = inject('site');

/** The links of a page to elsewhere, with their texts. */
function linksOn(text: string): string[] {
  return [...text.matchAll(/<a\b[^>]*href="(https?:[^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
    .map(([, href = '', label = '']) => `${label.replace(/<[^>]*>/g, '').trim()}: ${href}`)
    .filter((one) => !one.includes('ui_locales='));
}

/** The page of a request that a client may not send. */
async function rejectedRequestOf(fields: ClientRepresentation, approval?: 'pending'): Promise<string> {
  const client = await makeClient({ name: 'Atlas', ...fields });
  try {
    if (approval !== undefined) await client.setApproval(approval);
    const url = authUrl({ ...client, redirect_uri: 'https://evil.example/cb' });
    const { text } = await new Agent().open(url);
    expect(text).not.toContain('href="https://evil.example');
    return text;
  } finally {
    await client.remove();
  }
}

const HOME = 'https://atlas.example/start';

test.each<[string, ClientRepresentation, string[]]>([
  ['its home page', { baseUrl: HOME, redirectUris: ['https://api.example/cb'] }, [`Back to Atlas: ${HOME}`]],
  [
    'its only server',
    { redirectUris: ['https://atlas.example/a/cb', 'https://atlas.example/b/cb'] },
    ['Go to atlas.example: https://atlas.example/'],
  ],
  [
    'a web application on this machine',
    { redirectUris: ['http://localhost:4000/cb'] },
    ['Go to localhost:4000: http://localhost:4000/'],
  ],
  ['nothing of two servers', { redirectUris: ['https://a.example/cb', 'https://b.example/cb'] }, []],
  ['nothing of an app on the device', { publicClient: true, redirectUris: ['http://127.0.0.1:4000/cb'] }, []],
  ['nothing of a pattern for a host', { redirectUris: ['https://atlas.example*'] }, []],
  ['nothing of an app’s own scheme', { redirectUris: ['com.example.atlas:/cb'] }, []],
])('a page leads back to the application by %s', async (_, fields, links) => {
  expect(linksOn(await rejectedRequestOf(fields))).toEqual(links);
});

test('an application that isn’t approved leads nowhere', async () => {
  const page = await rejectedRequestOf({ baseUrl: HOME }, 'pending');
  expect(page).toContain('This application has not been approved');
  expect(linksOn(page)).toEqual([]);
});

test('a page without an application leads to the user’s own page, if the realm serves it', async () => {
  const url = authUrl({ client_id: 'nobody', redirect_uri: HOME });
  expect(linksOn((await new Agent().open(url)).text)).toEqual([]);
  const restore = await serveAccountPage();
  const { text } = await new Agent().open(url).finally(restore);
  expect(linksOn(text)).toEqual([`Your account: ${baseUrl}/my-account`]);
});

describe('where the application has no page', () => {
  const ELSEWHERE = { name: 'Atlas', redirectUris: ['https://a.example/cb', 'https://b.example/cb'] };
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient(ELSEWHERE);
  });
  afterAll(async () => await client.remove());

  test('a sign-in that went on in another tab names it', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const waiting = await requestOnPage(agent, email, client);
    await agent.open(linkIn(await emailTo(email)));
    const { text } = await agent.open(waiting.url);
    expect(text).toContain('Sign-in continued in another tab');
    expect(text.replace(/<[^>]*>/g, '')).toContain('To sign in again, go back to Atlas.');
    expect(linksOn(text)).toEqual([]);
  });

  test('a link that can’t be used names it', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const account = await makeAccount(email);
    await requestOnPage(agent, email, client);
    const link = linkIn(await emailTo(email));
    await setUnverifiedEmail(account, newAddress());
    const { text } = await new Agent().open(link);
    expect(text).toContain('The address of this account has changed');
    expect(text.replace(/<[^>]*>/g, '')).toContain('To get a new one, go back to Atlas and sign in again.');
    expect(linksOn(text)).toEqual([]);
  });
});
