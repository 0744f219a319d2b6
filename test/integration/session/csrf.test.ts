/** The CSRF token of the session endpoints: missing, mismatched or expired is `invalid_csrf_token` (contract, section 5). */
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addHmacKey, type HmacKey } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { signedIn } from '../../support/authorization.ts';
import { rejectionOf, remove, removeAt, sessionOf } from '../../support/session-api.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const LIFETIME_SECONDS = 3600;

const REJECTED = {
  status: 403,
  type: 'application/json',
  cache: 'no-store',
  body: { error: 'invalid_csrf_token', message: expect.stringMatching(/x-csrf-token/) },
};

describe('a state-changing request', () => {
  let key: HmacKey;
  let agent: Agent;
  beforeAll(async () => {
    key = await addHmacKey();
    agent = await signedIn(web);
    await sessionOf(agent);
  });
  afterAll(async () => key.remove());

  /** A token signed like the realm's; the test changes its claims. */
  async function sign(
    issuedAt: number,
    changes: { typ?: string; aud?: string; iss?: string } = {},
  ): Promise<string> {
    const sub = createHash('sha256')
      .update(agent.cookie('LINKGATE_CSRF') ?? '')
      .digest('base64url');
    const { typ = 'csrf+jwt', aud = `${baseUrl}/session`, iss = baseUrl } = changes;
    return await new SignJWT({ iss, aud, sub, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS })
      .setProtectedHeader({ alg: 'HS512', typ, kid: key.kid })
      .sign(key.secret);
  }
  const now = () => Math.floor(Date.now() / 1000);

  test.each(['', '/consents/demo-web', '/consents/nobody', '/accounts/nobody', '/nothing'])(
    'without a token is rejected before any other check: DELETE /session%s',
    async (path) => {
      expect(rejectionOf(await removeAt(agent, path, null))).toEqual(REJECTED);
      expect(rejectionOf(await removeAt(new Agent(), path, null))).toEqual(REJECTED);
    },
  );

  test.each<[string, () => Promise<string>]>([
    ['that is malformed', async () => 'nonsense'],
    ['of another browser', async () => (await sessionOf(new Agent())).csrf_token],
    ['that was altered', async () => `${(await sessionOf(agent)).csrf_token.slice(0, -4)}AAAA`],
    [
      'that is sent twice',
      async () =>
        Array(2)
          .fill((await sessionOf(agent)).csrf_token)
          .join(', '),
    ],
    ['that is an hour old', async () => sign(now() - LIFETIME_SECONDS)],
    ['of another type', async () => sign(now(), { typ: 'device+jwt' })],
    ['for another endpoint', async () => sign(now(), { aud: `${baseUrl}/verify-email` })],
    ['of another realm', async () => sign(now(), { iss: `${baseUrl}-beta` })],
  ])('with a token %s is rejected', async (_, token) => {
    expect(rejectionOf(await remove(agent, '', await token()))).toEqual(REJECTED);
    expect((await sessionOf(agent)).authenticated).toBe(true);
  });

  test('with a token but without its cookie is rejected', async () => {
    const { csrf_token } = await sessionOf(agent);
    expect(rejectionOf(await remove(new Agent(), '', csrf_token))).toEqual(REJECTED);
  });

  test('is accepted with a token that is almost an hour old, and with an earlier one', async () => {
    const earlier = (await sessionOf(agent)).csrf_token;
    await sessionOf(agent);
    expect((await remove(agent, '/accounts/nobody', earlier)).status).toBe(404);
    expect((await remove(agent, '/accounts/nobody', await sign(now() - LIFETIME_SECONDS + 60))).status).toBe(
      404,
    );
  });
});
