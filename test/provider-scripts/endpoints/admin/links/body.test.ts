/** The JSON body by which a backend requests a link. */
import { describe, expect, test } from 'vitest';
import { readBackendLinkRequest } from '../../../../../provider-scripts/src/endpoints/admin/links/body.ts';
import { repeat } from '../../../../engine/repeat.ts';

const NEEDED = { email: 'ada@example.com', client_id: 'demo-web', redirect_uri: 'https://example.com/cb' };

const LIFETIME = { min: 60, max: 86_400 };

const read = (fields: object) => readBackendLinkRequest(JSON.stringify({ ...NEEDED, ...fields }));

describe('a link request', () => {
  test('has by default email delivery and the lifetime of the client’s links', () => {
    expect(read({})).toEqual({ linkRequest: { request: NEEDED, delivery: 'email', lifetimeSeconds: null } });
  });

  test('may set everything', () => {
    const request = { ...NEEDED, scope: 'openid', state: 'st', code_challenge: 'c' };
    const linkRequest = { request, delivery: 'return', lifetimeSeconds: 86_400 };
    expect(read({ ...request, delivery: 'return', lifetime: 86_400 })).toEqual({ linkRequest });
  });

  test.each([
    ['delivery', 'post', 'use one of email, return', 'choice', { choices: 'email, return' }],
    ['delivery', null, 'use one of email, return', 'choice', { choices: 'email, return' }],
    ['delivery', 1, 'use one of email, return', 'choice', { choices: 'email, return' }],
    ['lifetime', 59, 'whole seconds from 60 to 86400', 'whole-number', LIFETIME],
    ['lifetime', 86_401, 'whole seconds from 60 to 86400', 'whole-number', LIFETIME],
    ['lifetime', 60.5, 'whole seconds from 60 to 86400', 'whole-number', LIFETIME],
    ['lifetime', '600', 'whole seconds from 60 to 86400', 'whole-number', LIFETIME],
    ['email', '', 'required', 'required', {}],
    ['client_id', 5, 'not a string', 'wrong-type', {}],
    ['redirect_uri', 'a\nb', 'has control characters', 'plain-line', {}],
    ['state', repeat('s', 1025), 'longer than 1024 characters', 'too-long', { max: 1024 }],
    ['referral_code', repeat('r', 2049), 'longer than 2048 characters', 'too-long', { max: 2048 }],
  ])('is rejected for its %s', (field, value, message, id, values) => {
    expect(read({ [field]: value })).toEqual({ details: [{ field, id, values, message }] });
  });

  test('names every invalid field at once', () => {
    const { details } = readBackendLinkRequest('{"delivery":"x","lifetime":1,"life":1}') as {
      details: { field: string }[];
    };
    expect(details.map(({ field }) => field)).toEqual([
      'life',
      'email',
      'client_id',
      'redirect_uri',
      'delivery',
      'lifetime',
    ]);
  });

  test.each([['{'], ['[]'], ['null']])('is rejected if it is %s', (text) => {
    expect('details' in readBackendLinkRequest(text)).toBe(true);
  });
});
