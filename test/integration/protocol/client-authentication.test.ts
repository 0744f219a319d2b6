/** How clients authenticate at `/token`, `/introspect` and `/revoke` (contract, section 5; RFC 6749, section 2.3). */
import { describe, expect, inject, test } from 'vitest';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { basic, credentials, type Fields, formOf, post } from '../../support/form.ts';
import type { EndpointName } from '../../support/realm-endpoints.ts';
import { expectRejection } from '../../support/rejection.ts';

const { clients } = inject('site');
const { service, web } = clients;
const good = credentials(service);
const form = 'application/x-www-form-urlencoded';

/** What each endpoint requires besides the client. */
const REQUESTS: readonly (readonly [endpoint: EndpointName, fields: Fields])[] = [
  ['token', { grant_type: 'client_credentials' }],
  ['introspect', { token: 'unknown' }],
  ['revoke', { token: 'unknown' }],
];

const wrongSecret = { ...service, client_secret: 'wrong' };

type Row = [what: string, status: number, error: string, fields: Fields, headers?: Record<string, string>];

const REJECTED: Row[] = [
  ['no client at all', 400, 'invalid_request', {}],
  ['an empty client_id', 400, 'invalid_request', { client_id: '', client_secret: service.client_secret }],
  ['a secret alone', 400, 'invalid_request', { client_secret: service.client_secret }],
  ['no secret', 401, 'invalid_client', { client_id: service.client_id }],
  ['an empty secret', 401, 'invalid_client', { client_id: service.client_id, client_secret: '' }],
  ['a wrong secret', 401, 'invalid_client', credentials(wrongSecret)],
  ['another client’s secret', 401, 'invalid_client', { ...good, client_secret: web.client_secret }],
  ['a secret that is too long', 401, 'invalid_client', { ...good, client_secret: 's'.repeat(5000) }],
  ['an unknown client', 401, 'invalid_client', { client_id: 'nobody', client_secret: 'x' }],
  ['an unknown client without a secret', 401, 'invalid_client', { client_id: 'nobody' }],
  [
    'a client_id in another case',
    401,
    'invalid_client',
    { ...good, client_id: service.client_id.toUpperCase() },
  ],
  ['a repeated client_id', 400, 'invalid_request', { ...good, client_id: ['demo-service', 'demo-service'] }],
  [
    'a repeated secret',
    400,
    'invalid_request',
    { ...good, client_secret: [service.client_secret ?? '', 'x'] },
  ],
  ['a wrong secret by Basic', 401, 'invalid_client', {}, basic(wrongSecret)],
  ['an unknown client by Basic', 401, 'invalid_client', {}, basic({ ...service, client_id: 'nobody' })],
  ['no secret by Basic', 401, 'invalid_client', {}, { authorization: `Basic ${btoa(service.client_id)}` }],
  [
    'an assertion in place of the secret',
    401,
    'invalid_client',
    {
      client_id: service.client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'eyJhbGciOiJub25lIn0.e30.',
    },
  ],
];

describe.each(ENDPOINTS)('at $kind', (at) => {
  describe.each(REQUESTS)('/%s', (endpoint, fields) => {
    const url = at[endpoint];

    test('accepts the secret as a form field', async () => {
      expect((await post(url, { ...fields, ...good })).status).toBe(200);
    });

    test('accepts the secret by Basic', async () => {
      expect((await post(url, fields, basic(service))).status).toBe(200);
    });

    test('accepts the secret by Basic with the client in the form too', async () => {
      const named = { ...fields, client_id: service.client_id };
      expect((await post(url, named, basic(service))).status).toBe(200);
    });

    test('decodes form-encoded Basic credentials (RFC 6749, section 2.3.1)', async () => {
      const encoded = { ...service, client_id: service.client_id.replace('-', '%2D') };
      expect((await post(url, fields, basic(encoded))).status).toBe(200);
    });

    test.each<Row>(REJECTED)('rejects %s with %i %s', async (_, status, error, wrong, headers) => {
      await expectRejection(await post(url, { ...fields, ...wrong }, headers), status, error);
    });

    test('has the same text for an unknown client and a wrong secret', async () => {
      const texts = await Promise.all(
        [credentials(wrongSecret), { client_id: 'nobody', client_secret: 'x' }].map(async (wrong) =>
          (await post(url, { ...fields, ...wrong })).text(),
        ),
      );
      expect(texts[0]).toBe(texts[1]);
    });

    test('returns a Basic challenge to a client that tried Basic', async () => {
      const response = await post(url, fields, basic(wrongSecret));
      expect(response.headers.get('www-authenticate')).toEqual(expect.stringMatching(/^Basic\b/));
    });

    test.each([
      ['no Base64', 401, 'invalid_client', 'Basic %%%'],
      ['no colon', 401, 'invalid_client', `Basic ${btoa('nonsense')}`],
      ['nothing', 400, 'invalid_request', 'Basic '],
      ['another scheme', 400, 'invalid_request', 'Digest username="demo-service"'],
    ])('rejects an Authorization header with %s', async (_, status, error, authorization) => {
      await expectRejection(await post(url, fields, { authorization }), status, error);
    });

    test('rejects two clients in one request (RFC 6749, section 2.3)', async () => {
      const response = await post(url, { ...fields, ...credentials(web) }, basic(service));
      await expectRejection(response, 400, 'invalid_request');
    });

    test('doesn’t read credentials from the address (RFC 6749, section 2.3.1)', async () => {
      await expectRejection(await post(`${url}?${formOf(good)}`, fields), 400, 'invalid_request');
    });
  });

  describe.each(REQUESTS)('/%s', (endpoint, fields) => {
    const url = at[endpoint];
    const body = formOf({ ...fields, ...good }).toString();

    test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
      'returns 405 with the allowed methods for %s',
      async (method) => {
        const response = await fetch(url, { method, ...(method === 'GET' ? {} : { body }) });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toEqual(expect.stringMatching(/\bPOST\b/));
        expect(await response.json()).toEqual({
          error: 'invalid_request',
          error_description: expect.stringMatching(/./),
        });
      },
    );

    test('accepts a form with a declared charset', async () => {
      const headers = { 'content-type': `${form}; charset=UTF-8` };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    });

    test.each([
      ['JSON', 400, 'application/json', JSON.stringify({ ...fields, ...good })],
      ['text', 400, 'text/plain', body],
      ['a multipart form', 415, 'multipart/form-data; boundary=x', body],
      ['no content type', 400, undefined, body],
      ['a malformed content type', 400, 'application//x;;', body],
      ['a content type that is only a word', 400, 'form', body],
    ])('rejects %s with %i', async (_, status, type, text) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      // Bytes: for a string, fetch would set a type by itself.
      const response = await fetch(url, { method: 'POST', headers, body: new TextEncoder().encode(text) });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({
        error: expect.any(String),
        error_description: expect.any(String),
      });
    });

    test.each([
      ['; charset', 200],
      ['; charset=klingon', 415],
      ['; =', 200],
      [';;;', 200],
    ])('responds to a content type that ends in "%s" with %i', async (end, status) => {
      const headers = { 'content-type': `${form}${end}` };
      const response = await fetch(url, { method: 'POST', headers, body });
      expect(response.status).toBe(status);
    });

    test.each([
      ['bad escapes', 'grant_type=%zz&token=%'],
      ['nothing', ''],
      ['bytes that aren’t text', '\u0000\u0001&&&==='],
    ])('rejects a form of %s', async (_, text) => {
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': form }, body: text });
      await expectRejection(response, 400, 'invalid_request');
    });
  });
});
