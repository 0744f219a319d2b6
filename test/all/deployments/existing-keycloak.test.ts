/**
 * The plugin added to an existing Keycloak with another provider, removed, and added again: with Keycloak's own commands alone.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { REALM_FILE } from '../../../scripts/realm-file/file.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { SHORT_LIVED } from '../../../scripts/server/environment.ts';
import { buildServer, copyServer } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { emailsTo, linkIn, newAddress } from '../../support/email.ts';
import { deliveredTo, installSender, senderArguments } from '../../support/own-sender.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';
import { linkSettings } from '../../support/plant.ts';
import { requestLink } from '../../support/sign-in.ts';
import { followAt, linkAt, signInAt } from '../../support/sign-in-at.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const quiet = () => {};
const server = partPath('existing-keycloak');
const provider = path.join(server, 'providers', 'linkgate.jar');
/** The folder where its own email sender writes emails. */
const emails = partPath('existing-keycloak-emails');
const url = `http://localhost:${await freePort()}`;
const REALM = 'linkgate';
/** A realm that has nothing to do with Linkgate. */
const OTHER = 'other';

describe('in an existing Keycloak', () => {
  const email = newAddress();
  let site: OwnSite;
  let node: RunningNode | undefined;
  let sub = '';
  let link = '';

  beforeAll(async () => {
    site = await openOwnSite();
    await rm(server, { recursive: true, force: true });
    await copyServer(await obtainDistribution(quiet), server);
    await installSender(server, emails);
  });
  afterAll(async () => {
    await node?.stop();
    await site.inbox.close();
    await rm(server, { recursive: true, force: true });
  });

  async function rebuildAndStart(): Promise<void> {
    await node?.stop();
    await buildServer(server, ['--db=dev-file', '--health-enabled=true']);
    node = await startNode({
      home: { directory: server, database: 'dev-file' },
      httpPort: Number(new URL(url).port),
      managementPort: await freePort(),
      hostname: url,
      adminUsername: VARIANT_ADMIN.username,
      adminPassword: VARIANT_ADMIN.password,
      // Existing objects are left unchanged.
      extraArgs: ['--import-realm', ...senderArguments(emails)],
      env: { ...SHORT_LIVED, ...site.variables },
      logFile: partPath('variant', 'existing-keycloak.log'),
    });
  }

  /** Binds the ready realm's browser flow, and sets its themes. */
  async function change(browserFlow: string, theme: string): Promise<void> {
    const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    await api.realms.update({ realm: REALM }, { browserFlow, loginTheme: theme, emailTheme: theme });
  }

  /** The page in response to a client's authorization request. */
  async function signInPage(realm: string, fields: Record<string, string>): Promise<Response> {
    const query = new URLSearchParams({ response_type: 'code', scope: 'openid', ...fields });
    return await fetch(`${url}/realms/${realm}/protocol/openid-connect/auth?${query}`);
  }

  test('with the JAR alone, copied and built in, users sign in to a ready realm', async () => {
    await copyFile(await buildPlugin({ log: quiet }), provider);
    const imports = path.join(server, 'data', 'import');
    await mkdir(imports, { recursive: true });
    await copyFile(path.join(ROOT, REALM_FILE), path.join(imports, path.basename(REALM_FILE)));
    await rebuildAndStart();
    const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    await api.realms.create({ realm: OTHER, enabled: true });
    ({ sub } = await signInAt(site.at(url), site.client, email));
    expect(sub).toBeTruthy();
    link = await linkAt(site.at(url), site.client, email);
  });

  test('removed as documented, the server continues as stock Keycloak, for its realm and for others', async () => {
    await change('browser', 'keycloak');
    await rm(provider);
    await rebuildAndStart();
    const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    expect((await api.realms.findOne({ realm: OTHER }))?.realm).toBe(OTHER);
    const response = await fetch(`${url}/realms/${OTHER}/.well-known/openid-configuration`);
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('registration_endpoint');
    expect((await fetch(`${url}/realms/${OTHER}/request-magic-link`)).status).toBe(404);
    const { client_id, redirect_uri } = site.client;
    const console = {
      client_id: 'account-console',
      redirect_uri: `${url}/realms/${OTHER}/account/`,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    for (const page of [
      await signInPage(OTHER, console),
      await signInPage(REALM, { client_id, redirect_uri }),
    ]) {
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('name="password"');
    }
  });

  test('reinstalled, it continues where it was: the same account, and a link sent before still signs in', async () => {
    await copyFile(await buildPlugin({ log: quiet }), provider);
    await rebuildAndStart();
    await change('linkgate browser', 'linkgate');
    expect((await followAt(site.at(url), site.client, link)).sub).toBe(sub);
    expect((await signInAt(site.at(url), site.client, email)).sub).toBe(sub);
  });

  describe('by a setting of the step', () => {
    let restore = async (): Promise<unknown> => undefined;
    beforeAll(async () => {
      const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
      restore = await linkSettings({ emailSender: 'provider' })(api, REALM);
    });
    afterAll(() => restore());

    /** Requests a link: returns the status, and the installed sender's email. */
    async function requestLinkFor(to: string) {
      const { client_id, redirect_uri } = site.client;
      const fields = { email: to, client_id, redirect_uri, scope: 'openid email' };
      const { status } = await requestLink(fields, site.at(url).base_url);
      return { status, message: await deliveredTo(to, emails) };
    }

    test('emails are sent by the installed email sender only', async () => {
      const user = newAddress();
      const { status, message } = await requestLinkFor(user);
      expect([status, message?.subject]).toEqual([200, expect.stringContaining('Demo')]);
      expect(message?.htmlLength).toBeGreaterThan(message?.text.length ?? 0);
      expect((await followAt(site.at(url), site.client, linkIn(message ?? { text: '' }))).email).toBe(user);
      expect(await emailsTo(user, site.inbox.url)).toEqual([]);
    });

    test('an email that the sender rejects counts as not sent', async () => {
      expect(await requestLinkFor(newAddress('rejected'))).toEqual({ status: 503, message: null });
    });

    test('a disabled account gets none, without any hint to the requester', async () => {
      const user = newAddress();
      const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
      await api.users.create({ realm: REALM, username: user, email: user, enabled: false });
      expect(await requestLinkFor(user)).toEqual({ status: 200, message: null });
    });
  });
});
