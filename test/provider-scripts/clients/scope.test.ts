/** Scopes of a request. */
import { describe, expect, test } from 'vitest';
import {
  checkScope,
  DEFAULT_SCOPE,
  SCOPES,
  withOpenid,
  withoutUnknown,
} from '../../../provider-scripts/src/clients/scope.ts';
import { repeat } from '../../engine/repeat.ts';

const MALFORMED = {
  code: 'invalid_request',
  status: 400,
  text: 'scope: not a list of scope values separated by single spaces',
};

const unsupported = (value: string) => ({
  code: 'invalid_scope',
  status: 400,
  text: `scope: "${value}" is not supported; use openid, profile, email, address, separated by spaces`,
});

describe('a scope', () => {
  test.each([
    ['alone', 'openid'],
    ['without openid', 'profile email'],
    ['with every value', 'openid profile email address'],
    ['in any order', 'address openid'],
    ['with a value twice', 'openid openid'],
    ['as long as a field can be', `openid${repeat(' openid', 291)}`],
  ])('%s can be granted', (_, scope) => {
    expect(checkScope(scope, SCOPES)).toBe(null);
  });

  test('of its own can be granted to a client that has it', () => {
    expect(checkScope('openid offline_access', [...SCOPES, 'offline_access'])).toBe(null);
  });

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a space before it', ' openid'],
    ['a space after it', 'openid '],
    ['two spaces', 'openid  email'],
    ['a tab', 'openid\temail'],
    ['a line break', 'openid\nemail'],
    ['a line break at its end', 'openid\n'],
    ['a no-break space', 'openid\u00a0email'],
    ['a double quote', '"openid"'],
    ['a backslash', 'open\\id'],
    ['NUL', 'openid\u0000'],
    ['DEL', 'openid\u007f'],
    ['a letter outside ASCII', 'op\u00e9nid'],
    ['a character outside the plane of ASCII', 'openid \ud83d\udd11'],
  ])('with %s is malformed', (_, scope) => {
    expect(checkScope(scope, SCOPES)).toMatchObject(MALFORMED);
  });

  test.each([
    ['commas', 'openid,profile', 'openid,profile'],
    ['a plus', 'openid+profile', 'openid+profile'],
    ['an unknown value', 'openid phone', 'phone'],
    ['a misspelled value', 'openid emial', 'emial'],
    ['capitals', 'OpenID', 'OpenID'],
    ['offline_access', 'openid offline_access', 'offline_access'],
    ['the name of an inherited property', 'openid constructor', 'constructor'],
    ['__proto__', '__proto__', '__proto__'],
    ['several wrong values, of which the first is named', 'openid a b', 'a'],
    ['every character that a value can have', "!#[]^_`{|}~'<&>", "!#[]^_`{|}~'<&>"],
    ['a value as long as a field can be', repeat('x', 2048), repeat('x', 2048)],
  ])('with %s is not supported', (_, scope, value) => {
    expect(checkScope(scope, SCOPES)).toMatchObject(unsupported(value));
  });
});

describe('without unknown values, a scope', () => {
  test.each([
    ['stays if there are none', 'openid email', 'openid email'],
    ['keeps the others in their order', 'groups email x:y openid', 'email openid'],
    ['is empty if there are only such', 'groups offline_access', ''],
    ['has no value that only starts like a known one', 'openid2 email', 'email'],
    ['stays if it is malformed', 'openid  groups', 'openid  groups'],
  ])('%s', (_, scope, expected) => {
    expect(withoutUnknown(scope, SCOPES)).toBe(expected);
  });
});

describe('openid', () => {
  test.each([
    ['is the default without a scope', undefined, 'openid'],
    ['is the default with null', null, 'openid'],
    ['is the default with an empty scope', '', 'openid'],
    ['is prepended to a scope without it', 'profile email', 'openid profile email'],
    ['is prepended to a value that only starts like it', 'openid2', 'openid openid2'],
    ['stays at its position', 'email openid', 'email openid'],
    ['stays alone', 'openid', 'openid'],
  ])('%s', (_, scope, expected) => {
    expect(withOpenid(scope)).toBe(expected);
  });
});

describe('the scopes', () => {
  test('are the contract’s, and the default is one of them', () => {
    expect([...SCOPES]).toEqual(['openid', 'profile', 'email', 'address']);
    expect(DEFAULT_SCOPE).toBe('openid');
  });
});
