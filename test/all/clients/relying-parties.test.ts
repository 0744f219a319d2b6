/**
 * Applications that users sign in to, made with common products: Apache's mod_auth_openidc, Spring Security and go-oidc. Each has
 * the issuer, a client ID and a secret; the test acts as the browser.
 */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../../scripts/server/ports.ts';
import type { Agent, Page } from '../../support/agent.ts';
import { requiresEmail } from '../../support/chooser.ts';
import { newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { arrive, newBrowser, signInAt, targetOf } from '../../support/relying-party/browsing.ts';
import type { Running } from '../../support/relying-party/relying-party.ts';
import { remove, sessionOf } from '../../support/session-api.ts';
import { goOidc } from './go-oidc/go.ts';
import { modAuthOpenidc } from './mod-auth-openidc/apache.ts';
import { springSecurity } from './spring-security/maven.ts';

const { baseUrl } = inject('site');
const INSTALL_MILLIS = 1_800_000;

const PARTIES = await Promise.all(
  [modAuthOpenidc, springSecurity, goOidc].map(
    async (party) => [party.name, party, await party.isHere()] as const,
  ),
);
for (const [name, { needs }, isHere] of PARTIES)
  if (!isHere) console.warn(`no ${needs} on this machine: the tests with ${name} are skipped`);

describe.each(PARTIES)('%s', (name, party, isHere) => {
  // In CI a missing program is a failure.
  describe.skipIf(!isHere && !process.env.CI)('as a relying party', () => {
    let client: OwnClient;
    let running: Running;

    beforeAll(async () => {
      expect(isHere, `${party.needs} is missing`).toBe(true);
      await party.install();
      running = await startAt(`http://localhost:${await freePort()}`);
    }, INSTALL_MILLIS);
    afterAll(async () => {
      await running?.stop();
      await client?.remove();
    });

    async function startAt(url: string): Promise<Running> {
      client = await makeClient({ name, redirectUris: [`${url}${party.callback}`] });
      const { backChannel } = party;
      await client.update({
        attributes: {
          'post.logout.redirect.uris': `${url}/signed-out`,
          ...(backChannel === undefined ? {} : { 'backchannel.logout.url': `${url}${backChannel}` }),
        },
      });
      return await party.start({ issuer: baseUrl, client, url });
    }

    /** Signs a user in at the application; returns its authorization request and its page. */
    async function signIn(agent: Agent, email: string): Promise<{ request: URL; home: Page }> {
      return await signInAt(`${running.url}/`, agent, email);
    }

    test('signs in by discovery and PKCE, shows the address, and signs out of the server by its ID token', async () => {
      const [agent, email] = [newBrowser(), newAddress()];
      const { request, home } = await signIn(agent, email);
      expect(request.href.slice(0, baseUrl.length)).toBe(baseUrl);
      expect(Object.fromEntries(request.searchParams)).toMatchObject({
        client_id: client.client_id,
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        nonce: expect.stringMatching(/./),
      });
      expect([home.status, home.text]).toEqual([200, expect.stringContaining(email)]);
      expect((await sessionOf(agent)).authenticated).toBe(true);

      const logoutUrl = targetOf(await party.signOut(agent, running.url));
      expect(logoutUrl.href.slice(0, baseUrl.length)).toBe(baseUrl);
      expect(logoutUrl.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const end = await arrive(agent, logoutUrl.href);
      expect([end.url.split('?')[0], end.text]).toEqual([
        `${running.url}/signed-out`,
        expect.stringContaining('Signed out'),
      ]);
      expect((await sessionOf(agent)).authenticated).toBe(false);
      expect(requiresEmail(await arrive(agent, `${running.url}/`))).toBe(true);
    });

    test('a user who is signed in at the server signs in without an email', async () => {
      const [agent, email] = [newBrowser(), newAddress()];
      await signIn(agent, email);
      const fresh = newBrowser(
        Object.fromEntries(
          Object.entries(agent.cookies).filter(([cookie]) => /^(KEYCLOAK|AUTH|LINK)/.test(cookie)),
        ),
      );
      const { home } = await signIn(fresh, email);
      expect(home.text).toContain(email);
    });

    if (party.backChannel !== undefined)
      test('sign-out at the server signs out of the application, which is notified', async () => {
        const [agent, email] = [newBrowser(), newAddress()];
        await signIn(agent, email);
        expect((await agent.open(`${running.url}/`)).text).toContain(email);
        expect((await remove(agent, '')).status).toBe(204);
        // The response doesn't wait until the application has been notified.
        await vi.waitFor(async () => {
          const after = await arrive(agent, `${running.url}/`);
          expect([requiresEmail(after), after.url.slice(0, baseUrl.length)]).toEqual([true, baseUrl]);
        }, PATIENT);
      });
  });
});
