/**
 * The guards check what Keycloak uses: if a request can be parsed in two ways, both parse it the same, or it is
 * rejected.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { basic, bearer, credentials, type Fields, formOf, post } from '../../support/form.ts';
import { requestFrom } from '../../support/from-address.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { expectRejection } from '../../support/rejection.ts';

const { clients } = inject('site');
const { web, service, spa } = clients;
const FORM = 'application/x-www-form-urlencoded';
const GRANT = { grant_type: 'client_credentials' };

describe.each(BOTH_KINDS)('at $kind', ({ userinfo, token, introspect, revoke }) => {
  describe('/userinfo rejects the token of a client that is no longer approved', () => {
    let client: OwnClient;
    let good = '';
    beforeAll(async () => {
      client = await makeClient();
      good = (await tokensFrom(await signedIn(client), client)).access_token;
      await client.setApproval('pending');
    });
    afterAll(async () => client.remove());

    test.each<[string, (good: string) => Record<string, string>]>([
      ['in the header', (it) => bearer(it)],
      ['in the header in capitals', (it) => ({ authorization: `BEARER ${it}` })],
      ['under the scheme DPoP', (it) => ({ authorization: `DPoP ${it}` })],
    ])('%s', async (_, headers) => {
      await expectRejection(await fetch(userinfo, { headers: headers(good) }), 401, 'invalid_token');
      const response = await fetch(userinfo, { method: 'POST', headers: headers(good) });
      await expectRejection(response, 401, 'invalid_token');
    });

    test.each<[string, Record<string, string>]>([
      ['no header', {}],
      ['a header of another scheme', { authorization: 'Foo bar' }],
      ['a header of Basic', basic(web)],
      ['a header of two tokens', { authorization: 'Bearer bar baz' }],
      ['a header without a token', { authorization: 'Bearer' }],
    ])('in a form beside %s', async (_, headers) => {
      const response = await post(userinfo, { access_token: good }, headers);
      await expectRejection(response, 401, 'invalid_token');
    });

    test('in a form along with another', async () => {
      const response = await post(userinfo, { access_token: ['bar', good] });
      expect(response.status).toBeOneOf([400, 401]);
    });

    test('in the body of a GET, which is ignored', async () => {
      const body = formOf({ access_token: good }).toString();
      const headers = { 'content-type': FORM, 'content-length': body.length };
      const response = await requestFrom('127.0.0.1', userinfo, { headers, body });
      expect([response.status, JSON.parse(response.text)]).toMatchObject([401, { error: 'invalid_token' }]);
    });
  });

  test.each<[string, string, Fields]>([
    ['/token', token, { ...GRANT, ...credentials(service) }],
    ['/introspect', introspect, { token: 'x', ...credentials(web) }],
    ['/revoke', revoke, { token: 'x', ...credentials(web) }],
    ['/userinfo', userinfo, { access_token: 'x' }],
  ])(
    '%s rejects a second Authorization or Content-Type header, and a content type that is a form to one reader only',
    async (_, url, fields) => {
      const body = formOf(fields).toString();
      const headersOf: Record<string, string | string[]>[] = [
        { 'content-type': FORM, authorization: ['Bearer a', 'Bearer b'] },
        { 'content-type': [FORM, 'text/plain'] },
        { 'content-type': ['text/plain', FORM] },
        { 'content-type': `${FORM}x` },
      ];
      for (const headers of headersOf) {
        const response = await requestFrom('127.0.0.1', url, { method: 'POST', headers, body });
        expect([response.status, response.text]).toEqual([400, expect.stringContaining('"invalid_request"')]);
      }
    },
  );

  test.each<[string, string, Fields, number]>([
    ['/token', token, GRANT, 200],
    ['/introspect', introspect, { token: 'x' }, 200],
    ['/revoke', revoke, { token: 'x' }, 200],
  ])(
    '%s treats empty credentials in the form as omitted beside those in the header',
    async (_, url, fields, status) => {
      const response = await post(url, { ...fields, client_id: '', client_secret: '' }, basic(service));
      expect(response.status, await response.text()).toBe(status);
    },
  );

  test.each<[string, string, Fields]>([
    ['/token', token, GRANT],
    ['/introspect', introspect, { token: 'x' }],
    ['/revoke', revoke, { token: 'x' }],
  ])('%s rejects client assertions, which could name another client', async (_, url, fields) => {
    const assertion = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `e30.${btoa(JSON.stringify({ sub: 'demo-pending', jti: randomUUID() }))}.x`,
    };
    const response = await post(url, { ...fields, ...assertion, ...credentials(service) });
    await expectRejection(response, 401, 'invalid_client');
    const builtIn = await post(url, { ...fields, ...assertion, client_id: 'broker' });
    await expectRejection(builtIn, 401, 'invalid_client');
  });

  test('/token rejects a form with more parameters than the server’s framework reads', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 'y']));
    const response = await post(token, { ...many, ...GRANT, ...credentials(service) });
    await expectRejection(response, 400, 'invalid_request');
  });

  describe('a form that reads differently by its charset', () => {
    let pending: OwnClient;
    beforeAll(async () => {
      pending = await makeClient({ serviceAccountsEnabled: true });
      await pending.setApproval('pending');
    });
    afterAll(async () => pending.remove());

    test.each([
      `${FORM}; Charset=utf-8; charset=utf-16`,
      `${FORM}; charset =utf-8; charset=utf-16`,
      `${FORM}; a=b charset=utf-16`,
      `${FORM}; a="; charset=utf-8"; charset="utf-16"`,
      `${FORM}; charset=utf-8; charset=utf-16`,
    ])('is rejected: %s', async (type) => {
      const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' };
      const body = `${escaped({ ...code, client_id: spa.client_id })}&${escaped({ ...GRANT, ...credentials(pending) }, '%00')}`;
      const response = await requestFrom('127.0.0.1', token, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect([response.status, response.text]).toEqual([
        expect.toBeOneOf([400, 415]),
        expect.stringContaining('"invalid_request"'),
      ]);
    });

    test.each([`${FORM};charset=UTF-8`, `${FORM}; charset="utf-8"`])('is none in UTF-8: %s', async (type) => {
      const response = await post(token, { ...GRANT, ...credentials(service) }, { 'content-type': type });
      expect(response.status).toBe(200);
    });
  });
});

/** A form in which every character is escaped; with a NUL before each, only a reader of UTF-16 finds the names in it. */
function escaped(fields: Fields, before = ''): string {
  const write = (text: string) =>
    Array.from(text, (character) => `${before}%${character.charCodeAt(0).toString(16)}`).join('');
  return Object.entries(fields)
    .map(([name, value]) => `${write(name)}=${write(String(value))}`)
    .join('&');
}
