/** A client can't choose the host in links, pages and documents: only the server's configuration does. */
import { describe, expect, inject, test } from 'vitest';
import { authFields } from '../../support/authorization.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { formOf } from '../../support/form.ts';
import { newCaller, requestFrom } from '../../support/from-address.ts';
import { requestLinkFrom } from '../../support/limits.ts';

const { baseUrl, serverUrl, clients } = inject('site');
const EVIL = 'evil.example';

const CLAIMS: [string, Record<string, string>][] = [
  ['Host', { host: EVIL }],
  ['Host with a port', { host: `${EVIL}:443` }],
  ['X-Forwarded-Host', { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' }],
  ['Forwarded', { forwarded: `host=${EVIL};proto=https;for=192.0.2.1` }],
  ['X-Forwarded-Prefix', { 'x-forwarded-prefix': '/evil', 'x-forwarded-path': '/evil' }],
  ['X-Original-URL', { 'x-original-url': `https://${EVIL}/`, 'x-rewrite-url': `https://${EVIL}/` }],
];

describe.each(CLAIMS)('with %s', (_, headers) => {
  test('a link still leads to this server', async () => {
    const email = newAddress();
    expect((await requestLinkFrom(newCaller(), email, {}, headers)).status).toBe(200);
    const message = await emailTo(email);
    expect(linkIn(message).startsWith(`${baseUrl}/verify-email?token=`)).toBe(true);
    expect(message.html).not.toContain('evil');
  });

  test('discovery names this server', async () => {
    const response = await requestFrom(newCaller(), `${baseUrl}/.well-known/openid-configuration`, {
      headers,
    });
    expect(response.text).not.toContain('evil');
    expect(JSON.parse(response.text)).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/token` });
  });

  test('the sign-in page sends its forms here', async () => {
    const response = await requestFrom(newCaller(), `${baseUrl}/auth?${formOf(authFields(clients.web))}`, {
      headers: { accept: 'text/html', ...headers },
    });
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('evil');
    for (const [, action] of response.text.matchAll(/<form[^>]* action="([^"]*)"/g)) {
      expect(new URL(action ?? '', serverUrl).origin).toBe(serverUrl);
    }
  });
});
