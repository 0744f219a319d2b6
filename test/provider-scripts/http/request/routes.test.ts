/** Routing by path and method. */
import { describe, expect, test } from 'vitest';
import { route } from '../../../../provider-scripts/src/http/request/routes.ts';

const ROUTES = {
  '/': { GET: 'about' },
  '/clients': { GET: 'list' },
  '/clients/{id}': { GET: 'one', DELETE: 'remove' },
  '/users/{id}/devices/{device}': { DELETE: 'forget' },
};

describe('a path', () => {
  test.each([
    ['', 'GET', { handler: 'about', ids: [] as string[] }],
    ['clients', 'GET', { handler: 'list', ids: [] }],
    ['clients/a', 'DELETE', { handler: 'remove', ids: ['a'] }],
    ['users/a/devices/b', 'DELETE', { handler: 'forget', ids: ['a', 'b'] }],
  ])('"%s" has a handler', (path, method, found) => {
    expect(route(ROUTES, path, method)).toEqual(found);
  });

  test('with another method lists the allowed methods', () => {
    expect(route(ROUTES, 'clients/a', 'PUT')).toEqual({ allowed: ['GET', 'DELETE'] });
    expect(route(ROUTES, 'clients', 'constructor')).toEqual({ allowed: ['GET'] });
  });

  test.each([['nothing'], ['clients/a/b'], ['clients//'], ['users//devices/b'], ['{id}']])(
    '"%s" doesn’t exist',
    (path) => {
      expect(route(ROUTES, path, 'GET')).toBe(null);
    },
  );
});
