/** A client has the same name for administrators, for users on pages and in emails, and in the API. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { submitAddress } from '../../support/chooser.ts';
import { npmRunHere } from '../../support/command.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeClient } from '../../support/own-client.ts';
import { callRegistration, initialToken, register, remove } from '../../support/registration.ts';

const { baseUrl } = inject('site');
const REDIRECT_URI = 'https://shop.example/back';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** The text of a page, with its character references decoded. */
function decodedText(page: Page): string {
  return textOf(page)
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

describe('a client', () => {
  test.each([
    ['that is not a message key', `\${Acme Bank}`, `\${Acme Bank}`],
    ['that is a message key', `\${client_account-console}`, 'Account Console'],
    ['with an encoded word', '=?utf-8?q?Acme_Bank?=', '= ?utf-8?q?Acme_Bank?='],
    ['with reversed text', 'Acme \u202eknaB\u202c', 'Acme knaB'],
    ['with a line break', 'Acme\nBank', 'Acme Bank'],
  ])('whose name is one %s has the same name everywhere', async (_, given, shown) => {
    const client = await makeClient({ name: given });
    undo.push(client.remove);
    const { json } = await callAdminApi<{ clients: { client_id: string; name: string }[] }>(
      'GET',
      `/clients?search=${client.client_id}`,
    );
    expect(json.clients.map(({ name }) => name)).toEqual([shown]);
    const agent = new Agent();
    const email = newAddress();
    const page = await agent.open(authUrl(client));
    expect(decodedText(page)).toContain(shown);
    expect((await submitAddress(agent, page, email)).status).toBe(200);
    const message = await emailTo(email);
    expect(message.subject).toContain(shown);
    const consent = await agent.open(linkIn(message));
    expect(decodedText(consent)).toContain(shown);
    expect(consent.text).toContain('name="accept"');
    await agent.submit(consent, { accept: 'Yes' });
    const consents = JSON.parse((await agent.request(`${baseUrl}/session/consents`)).text) as {
      consents: { client_name: string }[];
    };
    expect(consents.consents.map((one) => one.client_name)).toEqual([shown]);
  });

  test('is listed by the command with that name', async () => {
    const client = await makeClient({ name: `\${client_account-console}` });
    undo.push(client.remove);
    const { stdout } = await npmRunHere('clients', ['list']);
    const line = stdout.split('\n').find((one) => one.includes(client.client_id)) ?? '';
    expect(line).toContain('Account Console');
  });
});

describe('a client registration', () => {
  test.each([
    ['openid-connect', 'client_name', `\${Acme Bank}`],
    ['openid-connect', 'client_name', '=?utf-8?q?Acme_Bank?='],
    ['openid-connect', 'client_name', 'Acme \u202eknaB'],
    ['openid-connect', 'client_name', 'Acme\r\nBank'],
    ['openid-connect', 'client_name', 'a'.repeat(5000)],
    ['openid-connect', 'client_uri', `https://shop.example/${'a'.repeat(5000)}`],
    ['default', 'name', `\${Acme Bank}`],
    ['default', 'name', 'a'.repeat(5000)],
    ['default', 'description', 'a'.repeat(5000)],
    ['default', 'baseUrl', `https://shop.example/${'a'.repeat(5000)}`],
    ['default', 'secret', 'a'.repeat(5000)],
    ['default', 'clientId', 'a'.repeat(5000)],
  ])('%s: %s is rejected at once: %#', async (form, member, value) => {
    const uris = form === 'default' ? { redirectUris: [REDIRECT_URI] } : { redirect_uris: [REDIRECT_URI] };
    const response = await callRegistration('POST', form, await initialToken(), { ...uris, [member]: value });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_client_metadata', error_description: expect.stringContaining(`${member}: `) },
    ]);
  });

  test('can’t be changed to such a name or to a URL that is too long', async () => {
    const client = await register('openid-connect', { redirect_uris: [REDIRECT_URI], client_name: 'Acme' });
    undo.push(() => remove(client));
    const bodies = [
      { client_name: `\${Acme Bank}`, redirect_uris: [REDIRECT_URI] },
      { client_name: 'Acme', redirect_uris: [`${REDIRECT_URI}?${'a'.repeat(5000)}`] },
    ];
    for (const body of bodies) {
      const all = { client_id: client.clientId, ...body };
      const response = await callRegistration('PUT', `openid-connect/${client.clientId}`, client.token, all);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        'invalid_client_metadata',
      ]);
    }
  });
});
