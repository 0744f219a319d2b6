/**
 * Addresses that aren't ASCII: before the @ emailed if the realm's mail server supports SMTPUTF8 (RFC 6531), else rejected with a message; after it
 * emailed as punycode.
 */
import { describe, expect, inject, test } from 'vitest';
import { admin, setMailServer } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { requestOnPage, textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress, sourceOf } from '../support/email.ts';
import { openLink, requestLink } from '../support/sign-in.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';

const { clients } = inject('site');
const { web } = clients;
const order = (email: string) => ({ email, client_id: web.client_id, redirect_uri: web.redirect_uri });
const unusual = () => newAddress('jörg-例');

describe('an address with non-ASCII letters before its @', () => {
  test('causes a ValidationError that says so if the mail server doesn’t support it', async () => {
    const response = await requestLink(order(unusual()));
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'ValidationError',
        message: expect.stringMatching(/./),
        details: [{ field: 'email', message: expect.stringContaining('ASCII') }],
      },
    ]);
  });

  test('is rejected by the page with a message, and stays in the field', async () => {
    const agent = new Agent();
    const email = unusual();
    const page = await agent.submit(await agent.open(authUrl(web)), { email });
    expect([page.status, page.text.includes(`value="${email}"`)]).toEqual([400, true]);
    expect(textOf(page)).toContain('addresses with letters such as ö or ü before the @');
  });

  test('is emailed if the mail server supports it', async () => {
    const stub = await startSmtpStub({ EHLO: '250-stub\r\n250-8BITMIME\r\n250 SMTPUTF8' });
    const restore = await setMailServer({ port: String(stub.port), allowutf8: 'true' });
    try {
      const [first, second] = [unusual(), unusual()];
      expect((await requestLink(order(first))).status).toBe(200);
      await requestOnPage(new Agent(), second, web);
      const emails = stub.messages.map((message) => Buffer.from(message, 'latin1').toString('utf8'));
      expect(emails).toEqual([expect.stringContaining(first), expect.stringContaining(second)]);
    } finally {
      await restore();
      stub.close();
    }
  });
});

test('an address with ß in its domain is emailed there, not to the domain with ss', async () => {
  const ascii = newAddress().replace('example.com', 'xn--strae-oqa.example');
  const response = await requestLink(order(ascii.replace('xn--strae-oqa', 'Straße')));
  expect([response.status, await response.json()]).toMatchObject([200, { email: ascii }]);
  // The inbox lists an address as users read it.
  const message = await emailTo(ascii.replace('xn--strae-oqa', 'straße'));
  expect(await sourceOf(message)).toContain(ascii);
  const joined = await requestLink(order(ascii.replace('xn--strae-oqa', 'stra\u200dsse')));
  expect([joined.status, await joined.json()]).toMatchObject([400, { error: 'ValidationError' }]);
});

describe('an account whose address Keycloak would mail to another domain', () => {
  const realm = 'linkgate';

  test('isn’t proven by Keycloak’s mark: who proves it claims it, and it has Linkgate’s spelling then', async () => {
    const ascii = newAddress().replace('example.com', 'xn--strae-oqa.example');
    const email = ascii.replace('xn--strae-oqa', 'straße');
    const { users } = await admin();
    const credentials = [{ type: 'password', value: 'kept-by-another', temporary: false }];
    const { id } = await users.create({
      ...{ realm, username: email, email, emailVerified: true, enabled: true },
      credentials,
    });
    const isProven = async () => {
      const found = await callAdminApi<{ account: { email_verified: boolean } }>('POST', '/users/lookup', {
        body: { email },
      });
      return found.json.account.email_verified;
    };
    expect(await isProven()).toBe(false);
    expect((await requestLink(order(email))).status).toBe(200);
    const link = linkIn(await emailTo(email));
    expect(await openLink(link)).toBe(302);
    expect(await isProven()).toBe(true);
    expect(await users.getCredentials({ realm, id })).toEqual([]);
    expect(await users.findOne({ realm, id })).toMatchObject({ email: ascii, emailVerified: true });
    // And not again: it was proven.
    await users.resetPassword({ realm, id, credential: { ...credentials[0], value: 'kept-by-owner' } });
    await requestLink(order(email));
    expect(await openLink(linkIn(await emailTo(email, 2)))).toBe(302);
    expect(await users.getCredentials({ realm, id })).toHaveLength(1);
  });
});
