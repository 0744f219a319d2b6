/** Security headers of the pages and responses on a link's way. */
import { describe, expect, inject, test } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

const PAGES: [string, () => Promise<Page>][] = [
  ['the sign-in page', async () => new Agent().open(authUrl(web))],
  [
    'the "check your email" page',
    async () => {
      const agent = new Agent();
      return await agent.submit(await agent.open(authUrl(web)), { email: newAddress() });
    },
  ],
  ['the consent page', async () => new Agent().open(await linkFor(newAddress(), web))],
  [
    'the page of a used link',
    async () => {
      const link = await linkFor(newAddress(), web);
      await follow(link);
      return await new Agent().open(link);
    },
  ],
  [
    'the confirm page',
    async () => {
      const agent = new Agent();
      await follow(await linkFor(newAddress(), web), agent);
      return await agent.open(await linkFor(newAddress(), web));
    },
  ],
  ['the page of an unknown link', async () => new Agent().open(`${baseUrl}/verify-email?token=x`)],
  ['the error page', async () => new Agent().open(`${baseUrl}/auth`)],
];

describe.each(PAGES)('%s', (_, open) => {
  test('can’t be framed, sends no referrer to other sites, and isn’t stored', async () => {
    const { headers, text } = await open();
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(text).not.toMatch(/<(script|link|img|iframe)[^>]*(src|href)="https?:\/\/(?!localhost)/);
  });
});

describe('a link', () => {
  test('returns a redirect that contains nothing of the token and isn’t stored', async () => {
    const link = await linkFor(newAddress(), web);
    const token = new URL(link).searchParams.get('token') ?? '';
    const response = await new Agent().request(link);
    expect(response.status).toBeOneOf([302, 303]);
    expect(response.headers.get('location')).not.toContain(token);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toMatch(/no-store/);
  });
});

test.each(['query', 'fragment', 'form_post'])(
  'a rejection sent to the client by %s, an error redirect and an error page are not stored',
  async (response_mode) => {
    const rejected = await new Agent().request(
      authUrl(clients.web, { fields: { response_mode, prompt: 'nothing' } }),
    );
    expect([rejected.headers.get('cache-control')]).toEqual([expect.stringContaining('no-store')]);
    for (const path of ['nothing', 'protocol/nothing', 'login-actions/nothing']) {
      const missing = await new Agent().request(`${baseUrl}/${path}`);
      expect([path, missing.headers.get('cache-control')]).toEqual([
        path,
        expect.stringContaining('no-store'),
      ]);
    }
  },
);

test('UMA discovery does not exist, at either kind of path', async () => {
  const [realm, server] = [new URL(baseUrl).pathname, new URL(baseUrl).origin];
  for (const url of [
    `${baseUrl}/.well-known/uma2-configuration`,
    `${server}/.well-known/uma2-configuration${realm}`,
  ])
    expect([url, (await fetch(url)).status]).toEqual([url, 404]);
});
