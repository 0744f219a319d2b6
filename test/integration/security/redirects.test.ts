/** No endpoint redirects to an attacker's URL (RFC 9700, section 4.11). */
import { describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { emailsTo, newAddress } from '../../support/email.ts';
import { requestLink } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const registered = new URL(web.redirect_uri);
const EVIL = 'evil.example';

const ADDRESSES: [string, string][] = [
  ['another site', `https://${EVIL}/callback`],
  ['the registered one as user information', `${registered.protocol}//${registered.host}@${EVIL}/callback`],
  ['the registered host as a subdomain', `${registered.protocol}//${registered.hostname}.${EVIL}/callback`],
  ['a path traversal', `${web.redirect_uri}/../../evil`],
  ['an encoded path traversal', `${web.redirect_uri}/%2e%2e/evil`],
  ['a longer path', `${web.redirect_uri}/evil`],
  ['another query', `${web.redirect_uri}?next=https://${EVIL}/`],
  ['another port', `${registered.protocol}//${registered.hostname}:1/callback`],
  ['another scheme', `https://${registered.host}/callback`],
  ['a backslash', `${registered.protocol}//${registered.host}\\@${EVIL}/callback`],
  ['no scheme', `//${EVIL}/callback`],
  ['script', 'javascript:alert(1)//'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a line break', `${web.redirect_uri}\r\nLocation: https://${EVIL}/`],
  ['a wildcard', `${registered.protocol}//${registered.host}/*`],
  ['capitals in its path', web.redirect_uri.replace('callback', 'Callback')],
];

describe.each(ADDRESSES)('%s', (_, redirectUri) => {
  test('isn’t a valid redirect URI at /auth', async () => {
    const page = await new Agent().request(authUrl(web, { fields: { redirect_uri: redirectUri } }));
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.text).not.toContain(`href="${redirectUri}`);
  });

  test('isn’t a valid redirect URI for a link', async () => {
    const email = newAddress();
    const response = await requestLink({ email, client_id: web.client_id, redirect_uri: redirectUri });
    expect(response.status).toBe(400);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('is not redirected to after sign-out', async () => {
    const query = new URLSearchParams({ client_id: web.client_id, post_logout_redirect_uri: redirectUri });
    const page = await new Agent().request(`${baseUrl}/protocol/openid-connect/logout?${query}`);
    expect(page.headers.get('location') ?? '').not.toContain('evil');
    expect(page.status).toBe(400);
  });
});
