/** Unknown paths and methods, and authorization requests of the wrong kind (contract, section 7.3). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authFields } from '../../support/authorization.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { formOf } from '../../support/form.ts';
import { realm } from '../../support/plant.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const json = { accept: 'application/json' };

describe.each([
  'nothing',
  'tokens',
  'token/more',
  'introspect/more',
  'userinfo/more',
  'revoke/more',
  'auth/more',
  'request-magic-link/more',
  'verify-email/more',
  '.well-known/nothing',
])('/%s', (path) => {
  test.each(['GET', 'POST'])('doesn’t exist for %s', async (method) => {
    const response = await fetch(`${baseUrl}/${path}`, { method, headers: json });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
  });
});

describe.each(['nothing', 'token/more', 'auth/more', 'userinfo/more'])(
  '/protocol/openid-connect/%s',
  (path) => {
    test.each(['GET', 'POST'])('doesn’t exist for %s', async (method) => {
      const response = await fetch(`${baseUrl}/protocol/openid-connect/${path}`, { method, headers: json });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'not_found' });
    });
  },
);

describe.each(ENDPOINTS)('/auth at $kind', ({ auth }) => {
  const body = formOf(authFields(web)).toString();

  test.each(['PUT', 'DELETE', 'PATCH'])('returns 405 with the allowed methods for %s', async (method) => {
    const response = await fetch(auth, { method, headers: json });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toEqual(expect.stringMatching(/\bGET\b/));
    expect(response.headers.get('allow')).toEqual(expect.stringMatching(/\bPOST\b/));
  });

  test.each([
    ['JSON', 400, 'application/json', JSON.stringify(authFields(web))],
    ['text', 400, 'text/plain', body],
    ['a multipart form', 415, 'multipart/form-data; boundary=x', body],
    ['a malformed content type', 400, 'application//x;;', body],
    ['no content type', 400, undefined, body],
  ])('rejects %s with %i', async (_, status, type, text) => {
    const headers: Record<string, string> = type === undefined ? json : { ...json, 'content-type': type };
    // Bytes: for a string, fetch would set a type by itself.
    const response = await fetch(auth, { method: 'POST', headers, body: new TextEncoder().encode(text) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.any(String) });
  });

  test('accepts a GET whatever its content type says', async () => {
    const headers = { 'content-type': 'application//x;;' };
    const page = await new Agent().request(`${auth}?${formOf(authFields(web))}`, { headers });
    expect(page.status).toBe(200);
  });

  test('survives a query that can’t be decoded', async () => {
    const response = await fetch(`${auth}?client_id=%zz&redirect_uri=%`, { headers: json });
    expect(response.status).toBe(400);
  });

  test('doesn’t mix the query into a form that is posted', async () => {
    const page = await new Agent().request(`${auth}?scope=admin&response_type=token`, {
      method: 'POST',
      body: formOf(authFields(web)),
    });
    expect(page.headers.get('location') ?? '').not.toContain('error=');
    expect(page.status).toBeLessThan(400);
  });
});

describe('a realm that requires https for all requests', () => {
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    close = await realm({ sslRequired: 'all' })(await admin(), 'linkgate');
  });
  afterAll(async () => close());

  test.each([
    ['POST', 'request-magic-link'],
    ['GET', 'verify-email?token=x'],
    ['GET', 'sign-in-state'],
    ['GET', 'session'],
    ['DELETE', 'session'],
    ['GET', 'invitation?token=x'],
    ['GET', 'linkgate'],
    ['GET', 'my-account'],
  ])('rejects %s /%s by http', async (method, path) => {
    const response = await fetch(`${baseUrl}/${path}`, { method, headers: json });
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    expect(response.status).toBe(403);
  });

  test('says so on a page', async () => {
    const page = await new Agent().open(`${baseUrl}/verify-email?token=x`);
    expect(page.status).toBe(403);
    expect(page.text).toContain('HTTPS required');
  });
});
