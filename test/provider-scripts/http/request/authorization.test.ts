import { expect, test } from 'vitest';
import { tokenIn } from '../../../../provider-scripts/src/http/request/authorization.ts';

test.each([
  ['a bearer token', 'Bearer a.b.c', 'a.b.c'],
  ['the scheme in any case', 'bearer a.b.c', 'a.b.c'],
  ['a token bound to a key', 'DPoP a.b.c', 'a.b.c'],
  ['another scheme', 'Basic YTpi', null],
  ['no token', 'Bearer ', null],
  ['no scheme', 'a.b.c', null],
  ['two tokens', 'Bearer a b', null],
  ['a list', 'Bearer a, Bearer b', null],
  ['no header', null, null],
])('reads %s', (_, authorization, token) => {
  expect(tokenIn(authorization)).toBe(token);
});
