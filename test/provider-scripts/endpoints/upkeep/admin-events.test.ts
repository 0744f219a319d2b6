import { expect, test } from 'vitest';
import {
  changedUser,
  endedSession,
  signedOutUser,
} from '../../../../provider-scripts/src/endpoints/upkeep/admin-events.ts';

test.each([
  ['users/abc', 'abc', null],
  ['users/abc/logout', null, 'abc'],
  ['users/abc/credentials/x', null, null],
  ['users/abc/consents/client', null, null],
  ['users', null, null],
  ['clients/abc', null, null],
  [null, null, null],
])('the path %s is a change of %s, a sign-out of %s', (path, changed, signedOut) => {
  expect([changedUser(path), signedOutUser(path)]).toEqual([changed, signedOut]);
});

test.each([
  ['sessions/abc', 'abc'],
  ['users/abc/sessions', null],
  ['sessions', null],
  [null, null],
])('the path %s is the end of the session %s', (path, ended) => {
  expect(endedSession(path)).toBe(ended);
});
