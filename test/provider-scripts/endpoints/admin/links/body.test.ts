/** The JSON body by which a backend requests a link. */
import { describe, expect, test } from 'vitest';
import {
  detailsOf,
  readBackendOrder,
} from '../../../../../provider-scripts/src/endpoints/admin/links/body.ts';
import { problem } from '../../../../../provider-scripts/src/errors/problem.ts';
import { repeat } from '../../../../engine/repeat.ts';

const NEEDED = { email: 'ada@example.com', client_id: 'demo-web', redirect_uri: 'https://example.com/cb' };

const read = (fields: object) => readBackendOrder(JSON.stringify({ ...NEEDED, ...fields }));

describe('an order for a link', () => {
  test('is for a mail, as long as the client’s links are valid, unless it says otherwise', () => {
    expect(read({})).toEqual({ order: { request: NEEDED, delivery: 'mail', lifetimeSeconds: null } });
  });

  test('may set everything', () => {
    const request = { ...NEEDED, scope: 'openid', state: 'st', code_challenge: 'c' };
    const order = { request, delivery: 'return', lifetimeSeconds: 86_400 };
    expect(read({ ...request, delivery: 'return', lifetime: 86_400 })).toEqual({ order });
  });

  test.each([
    ['delivery', 'post', 'use mail or return'],
    ['delivery', null, 'use mail or return'],
    ['delivery', 1, 'use mail or return'],
    ['lifetime', 59, 'whole seconds from 60 to 86400'],
    ['lifetime', 86_401, 'whole seconds from 60 to 86400'],
    ['lifetime', 60.5, 'whole seconds from 60 to 86400'],
    ['lifetime', '600', 'whole seconds from 60 to 86400'],
    ['email', '', 'required'],
    ['client_id', 5, 'not a string'],
    ['redirect_uri', 'a\nb', 'has control characters'],
    ['state', repeat('s', 1025), 'longer than 1024 characters'],
    ['referral_code', repeat('r', 2049), 'longer than 2048 characters'],
  ])('is refused for its %s', (field, value, message) => {
    expect(read({ [field]: value })).toEqual({ details: [{ field, message }] });
  });

  test('names every field that is wrong at once', () => {
    const { details } = readBackendOrder('{"delivery":"x","lifetime":1}') as { details: { field: string }[] };
    expect(details.map(({ field }) => field)).toEqual([
      'email',
      'client_id',
      'redirect_uri',
      'delivery',
      'lifetime',
    ]);
  });

  test.each([['{'], ['[]'], ['null']])('is refused where it is %s', (text) => {
    expect('details' in readBackendOrder(text)).toBe(true);
  });
});

describe('what is wrong with a parameter', () => {
  test('is reported as that of a field', () => {
    const scope = problem('invalid_scope', 'scope: "x" is not supported; use y: z');
    expect(detailsOf(scope)).toEqual([{ field: 'scope', message: '"x" is not supported; use y: z' }]);
    const uri = problem('unauthorized_client', 'redirect_uri_mismatch: not registered for client "a"');
    expect(detailsOf(uri)).toEqual([{ field: 'redirect_uri', message: 'not registered for client "a"' }]);
  });

  test('keeps the fields that it has', () => {
    const details = [{ field: 'email', message: 'required' }];
    expect(detailsOf({ ...problem('ValidationError'), details })).toEqual(details);
  });
});
