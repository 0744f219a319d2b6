/** Authlib, a Python library, against the running server; the test plays the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl, pkcePair } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';
import { hasPython, type Python, pythonWith } from '../../support/python.ts';
import { sessionOf } from '../../support/session-api.ts';
import type { SiteClient } from '../../support/site.ts';

const { baseUrl, clients } = inject('site');
const { web, spa } = clients;
const SIGNED_OUT = new URL('/', web.redirect_uri).href;
const PROGRAM = path.join(import.meta.dirname, 'authlib', 'sign_in.py');
const REQUIREMENTS = path.join(import.meta.dirname, 'authlib', 'requirements.txt');
const INSTALL_MILLIS = 900_000;

const python = await hasPython();
if (!python) console.warn('no python3 on this machine: the tests with Authlib are skipped');

/** The program's output at the end. */
interface Outcome {
  error?: string;
  description?: string;
  token?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  introspection?: Record<string, unknown> | null;
  revocation_status?: number;
  revocation_body?: string;
  introspection_afterwards?: Record<string, unknown> | null;
  userinfo_status_afterwards?: number;
  sign_out?: { url: string; state: string };
}

// In CI a missing Python is a failure.
describe.skipIf(!python && !process.env.CI)('Authlib', () => {
  let authlib: Python;

  beforeAll(async () => {
    expect(python, 'python3 is missing').toBe(true);
    authlib = await pythonWith('authlib', REQUIREMENTS);
  }, INSTALL_MILLIS);

  /** Runs the program, and `browse` in the middle of it: from the authorization URL to the callback URL. */
  async function drive(
    client: SiteClient,
    authentication: string,
    browse: (url: string) => Promise<string>,
  ): Promise<Outcome> {
    const child = spawn(authlib.command, [PROGRAM], { env: authlib.env, stdio: 'pipe' });
    const closed = once(child, 'close');
    let complaint = '';
    child.stderr.on('data', (data: Buffer) => {
      complaint += data.toString();
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the program ended: ${complaint}`);
      return JSON.parse(value as string) as Outcome & { url?: string };
    };
    child.stdin.write(
      `${JSON.stringify({ ...client, base_url: baseUrl, scope: 'openid profile email', authentication, post_logout_redirect_uri: SIGNED_OUT })}\n`,
    );
    try {
      const { url } = await next();
      child.stdin.end(`${await browse(url ?? '')}\n`);
      return await next();
    } finally {
      child.stdin.end();
      await closed;
    }
  }

  /** Opens the program's sign-out URL: the browser is redirected without a prompt, and is signed out. */
  async function expectSignedOut({ sign_out }: Outcome, agent: Agent, client: SiteClient): Promise<void> {
    const silently = async () => {
      const request = authUrl(client, { fields: { prompt: 'none', ...pkcePair().challenge } });
      return new URL((await agent.open(request)).headers.get('location') ?? '').searchParams;
    };
    expect([(await sessionOf(agent)).authenticated, (await silently()).has('code')]).toEqual([true, true]);
    const { url, state } = sign_out ?? { url: '', state: '' };
    const end = await agent.open(url);
    expect(end.headers.get('location')).toBe(`${SIGNED_OUT}?${new URLSearchParams({ state })}`);
    expect((await sessionOf(agent)).authenticated).toBe(false);
    expect((await silently()).get('error')).toBe('login_required');
  }

  test.each(['client_secret_basic', 'client_secret_post'])(
    'from discovery to revocation and sign-out with %s',
    async (authentication) => {
      const [agent, email] = [new Agent(), newAddress()];
      const outcome = await drive(
        web,
        authentication,
        async (url) => (await signInOnPages(url, email, { agent })).href,
      );
      expect(outcome.error, outcome.description).toBeUndefined();
      expect(outcome.token).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      expect(outcome.claims).toMatchObject({ iss: baseUrl, aud: web.client_id });
      const sub = outcome.claims?.sub;
      expect(outcome.userinfo).toMatchObject({ sub, email, email_verified: true });
      expect(outcome.introspection).toMatchObject({ active: true, sub, client_id: web.client_id });
      expect(outcome.revocation_status).toBe(200);
      expect(outcome.revocation_body).toBe('');
      expect(outcome.introspection_afterwards).toEqual({ active: false });
      expect(outcome.userinfo_status_afterwards).toBe(401);
      await expectSignedOut(outcome, agent, web);
    },
  );

  test('a public client, which can revoke its token too', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const browse = async (url: string) => (await signInOnPages(url, email, { agent })).href;
    const outcome = await drive(spa, 'none', browse);
    expect(outcome).toMatchObject({
      claims: { aud: spa.client_id },
      revocation_status: 200,
      userinfo_status_afterwards: 401,
    });
    await expectSignedOut(outcome, agent, spa);
  });

  test('a wrong secret reaches the program as invalid_client', async () => {
    const wrong = { ...web, client_secret: 'not the secret' };
    const email = newAddress();
    const outcome = await drive(
      wrong,
      'client_secret_basic',
      async (url) => (await signInOnPages(url, email)).href,
    );
    expect(outcome.error).toBe('invalid_client');
  });

  test('a forged code reaches the program as invalid_grant', async () => {
    const outcome = await drive(web, 'client_secret_post', async (url) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      return `${web.redirect_uri}?${new URLSearchParams({ code: 'forged', state, iss: baseUrl })}`;
    });
    expect(outcome.error).toBe('invalid_grant');
  });
});
