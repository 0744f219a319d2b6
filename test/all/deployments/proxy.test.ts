/** Behind a reverse proxy that terminates TLS: the public hostname, the client's own address, cookies for TLS only. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { NGINX, startNginx } from '../../../scripts/server/nginx.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { Agent } from '../../support/agent.ts';
import { submitAddress } from '../../support/chooser.ts';
import { npmRun } from '../../support/command.ts';
import { expectConformant, optionsAt } from '../../support/conformance.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { newCaller, requestFrom } from '../../support/from-address.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';
import { linkSettings } from '../../support/plant.ts';
import { submitConsent } from '../../support/sign-in.ts';
import { followAt, linkAt } from '../../support/sign-in-at.ts';
import { startVariant, VARIANT_ADMIN, variantHome } from '../../support/variant.ts';

const LIMIT = 5;

describe.skipIf(NGINX === undefined && !process.env.CI)('behind a proxy with TLS', () => {
  const ends: (() => Promise<void>)[] = [];
  let site: OwnSite;
  let publicUrl: string;
  let backend: string;
  let certificate: string;

  beforeAll(async () => {
    const port = await freePort();
    publicUrl = `https://localhost:${port}`;
    site = await openOwnSite();
    ends.push(site.inbox.close);
    const node = await startVariant(await variantHome('proxy', {}), 'proxy', {
      hostname: publicUrl,
      extraArgs: [
        '--proxy-headers=xforwarded',
        '--proxy-trusted-addresses=127.0.0.1',
        '--hostname-backchannel-dynamic=true',
      ],
    });
    ends.push(node.stop);
    backend = node.url;
    await site.seed(backend);
    const nginx = await startNginx(port, backend, partPath('nginx'));
    ends.push(nginx.stop);
    certificate = nginx.certificate;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  const discovery = (server: string) => `${site.at(server).base_url}/.well-known/openid-configuration`;

  test('links and the issuer have the public name, and users sign in', async () => {
    const place = site.at(publicUrl);
    const { issuer } = (await (await fetch(discovery(publicUrl))).json()) as { issuer: string };
    expect(issuer).toBe(place.base_url);
    const email = newAddress();
    const link = await linkAt(place, site.client, email);
    expect(link.startsWith(`${place.base_url}/verify-email?token=`)).toBe(true);
    expect((await followAt(place, site.client, link)).email).toBe(email);
  });

  test('links have the public name even when they are requested at the server’s own address', async () => {
    const link = await linkAt(site.at(backend), site.client, newAddress());
    expect(link.startsWith(`${publicUrl}/`)).toBe(true);
  });

  test('the longest state and nonce pass nginx’s default buffers', async () => {
    const place = site.at(publicUrl);
    const [agent, email] = [new Agent(), newAddress()];
    const { state, nonce } = { state: 's'.repeat(1024), nonce: 'n'.repeat(1024) };
    const { client_id, redirect_uri } = site.client;
    const request = { client_id, redirect_uri, response_type: 'code', scope: 'openid email', state, nonce };
    const first = await agent.open(`${place.base_url}/auth?${new URLSearchParams(request)}`);
    const checkEmail = await submitAddress(agent, first, email);
    expect([checkEmail.status, checkEmail.text.includes(email)]).toEqual([200, true]);
    const consent = await agent.open(linkIn(await emailTo(email, 1, place.inbox_url)));
    expect((await submitConsent(agent, consent)).searchParams.get('state')).toBe(state);
  });

  test('discovery at the server’s own address has the endpoints for applications there', async () => {
    const [own, open] = [site.at(backend).base_url, site.at(publicUrl).base_url];
    const document = (await (await fetch(discovery(backend))).json()) as Record<string, string>;
    expect(document).toMatchObject({
      issuer: open,
      authorization_endpoint: `${open}/auth`,
      end_session_endpoint: `${open}/protocol/openid-connect/logout`,
      token_endpoint: `${own}/token`,
      userinfo_endpoint: `${own}/userinfo`,
      jwks_uri: `${own}/.well-known/jwks.json`,
      introspection_endpoint: `${own}/introspect`,
      revocation_endpoint: `${own}/revoke`,
    });
    expect((await fetch(document.jwks_uri ?? '')).status).toBe(200);
    const outside = (await (await fetch(discovery(publicUrl))).json()) as Record<string, string>;
    expect(outside.token_endpoint).toBe(`${open}/token`);
  });

  /** The cookies that a page or an endpoint sets in a browser without any. */
  async function cookiesOf(url: string): Promise<string[]> {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    expect(response.status, await response.text()).toBe(200);
    return response.headers.getSetCookie();
  }

  test('every cookie is for TLS only, and for the realm alone', async () => {
    const request = new URLSearchParams({
      response_type: 'code',
      client_id: site.client.client_id,
      redirect_uri: site.client.redirect_uri,
      scope: 'openid',
      state: 's',
    });
    const { base_url } = site.at(publicUrl);
    const api = await connectAdmin({ serverUrl: backend, ...VARIANT_ADMIN });
    const link = await linkAt(site.at(publicUrl), site.client, newAddress());
    const restore = await linkSettings({ confirm: 'always' })(api, 'linkgate');
    const confirm = await cookiesOf(link).finally(restore);
    const session = await cookiesOf(`${base_url}/session`);
    for (const cookie of [...(await cookiesOf(`${base_url}/auth?${request}`)), ...session, ...confirm]) {
      expect(cookie).toMatch(/;\s*Secure/i);
      expect(cookie).toMatch(/;\s*Path=\/realms\/linkgate\//i);
    }
    // Browsers accept that name prefix only over https.
    expect(session).toContainEqual(expect.stringMatching(/^__Secure-LINKGATE_CSRF=./));
    expect(confirm).toContainEqual(expect.stringMatching(/^__Secure-LINKGATE_CONFIRM=./));
  });

  test('the conformance check passes, from the outside', async () => {
    const { base_url, inbox_url } = site.at(publicUrl);
    const { client_id, client_secret = '', redirect_uri } = site.client;
    const args = [
      ...['--json', ...optionsAt(base_url), '--inbox', inbox_url],
      ...['--client-id', client_id, '--redirect-uri', redirect_uri],
    ];
    const environment = { CLIENT_SECRET: client_secret, NODE_EXTRA_CA_CERTS: certificate };
    const { findings } = expectConformant(await npmRun('conformance', args, environment));
    for (const check of ['https', 'hostname', 'discovery-document', 'rate-limit-headers', 'code-once'])
      expect(findings).toContainEqual(expect.objectContaining({ check, outcome: 'good' }));
  });

  describe('the limits', () => {
    beforeAll(async () => {
      const api = await connectAdmin({ serverUrl: backend, ...VARIANT_ADMIN });
      const { attributes } = (await api.realms.findOne({ realm: 'linkgate' })) ?? {};
      await api.realms.update(
        { realm: 'linkgate' },
        { attributes: { ...attributes, 'linkgate.limit.general': `${LIMIT}/60` } },
      );
    });

    /** The statuses of one request more than the limit, each with another forwarded address. */
    async function statusesOf(caller: string, url: string): Promise<number[]> {
      const statuses: number[] = [];
      for (let i = 0; i <= LIMIT; i++) {
        const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
        statuses.push((await requestFrom(caller, url, { headers })).status);
      }
      return statuses;
    }
    const lastRejected = [...Array<number>(LIMIT).fill(200), 429];

    test('count each client by its own address, whatever headers it sends', async () => {
      expect(await statusesOf(newCaller(), discovery(publicUrl))).toEqual(lastRejected);
      expect(await statusesOf(newCaller(), discovery(publicUrl))).toEqual(lastRejected);
    });

    test('don’t trust a client that bypasses the proxy', async () => {
      expect(await statusesOf(newCaller(), discovery(backend))).toEqual(lastRejected);
    });
  });
});
