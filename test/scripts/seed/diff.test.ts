/** The comparison of the declaration with the current state. */

import { describe, expect, test } from 'vitest';
import { differences, mergeDeclarations, overlay } from '../../../scripts/seed/diff.ts';

describe('differences', () => {
  test('undeclared fields are ignored', () => {
    expect(differences({ enabled: true }, { enabled: true, id: '1', notBefore: 0 })).toEqual([]);
  });

  test('a differing value is reported with its current and its declared value', () => {
    expect(differences({ accessTokenLifespan: 3600 }, { accessTokenLifespan: 300 })).toEqual([
      { field: 'accessTokenLifespan', before: 300, after: 3600 },
    ]);
  });

  test('a missing field has no value before', () => {
    expect(differences({ loginTheme: 'linkgate' }, {})).toEqual([
      { field: 'loginTheme', before: undefined, after: 'linkgate' },
    ]);
  });

  test('a number and its text are different', () => {
    expect(differences({ port: '1025' }, { port: 1025 })).toHaveLength(1);
  });

  test('objects are compared field by field, with the path in the name', () => {
    const declared = { smtpServer: { host: 'localhost', port: '1025' } };
    expect(differences(declared, { smtpServer: { host: 'localhost', port: '25', from: 'a@b.c' } })).toEqual([
      { field: 'smtpServer.port', before: '25', after: '1025' },
    ]);
  });

  test('a name with dots in it is quoted in the path', () => {
    expect(differences({ attributes: { 'linkgate.enabled': 'true' } }, { attributes: {} })).toEqual([
      { field: 'attributes["linkgate.enabled"]', before: undefined, after: 'true' },
    ]);
  });

  test('an object that is missing entirely is reported by its fields', () => {
    expect(differences({ config: { a: '1', b: '2' } }, {}).map(({ field }) => field)).toEqual([
      'config.a',
      'config.b',
    ]);
  });

  test('a declared empty object must exist', () => {
    const declared = { validations: { uri: {} } };
    expect(differences(declared, { validations: {} })).toEqual([
      { field: 'validations.uri', before: undefined, after: {} },
    ]);
    expect(differences(declared, { validations: { uri: { any: 1 } } })).toEqual([]);
  });

  test('the order of an array is ignored', () => {
    expect(differences({ redirectUris: ['a', 'b'] }, { redirectUris: ['b', 'a'] })).toEqual([]);
    expect(differences({ of: [{ x: 1, y: [1, 2] }, 3] }, { of: [3, { y: [2, 1], x: 1 }] })).toEqual([]);
  });

  test.each([
    ['lacks a member', ['a']],
    ['has an extra member', ['a', 'b', 'c']],
    ['has another member', ['a', 'c']],
    ['has a member twice', ['a', 'b', 'b']],
  ])('an array that %s differs', (_, redirectUris) => {
    expect(differences({ redirectUris: ['a', 'b'] }, { redirectUris })).toEqual([
      { field: 'redirectUris', before: redirectUris, after: ['a', 'b'] },
    ]);
  });

  test('a declared empty array differs from a filled one', () => {
    expect(differences({ webOrigins: [] }, { webOrigins: ['+'] })).toHaveLength(1);
  });

  test('a declared null requires the field to be missing', () => {
    expect(differences({ required: null }, {})).toEqual([]);
    expect(differences({ required: null }, { required: null })).toEqual([]);
    expect(differences({ required: null }, { required: { roles: ['user'] } })).toEqual([
      { field: 'required', before: { roles: ['user'] }, after: null },
    ]);
  });
});

describe('overlay', () => {
  test('keeps undeclared fields and replaces declared ones', () => {
    const actual = { id: '1', enabled: false, attributes: { note: 'kept', 'linkgate.enabled': 'false' } };
    const declared = { enabled: true, attributes: { 'linkgate.enabled': 'true' } };
    expect(overlay(actual, declared)).toEqual({
      id: '1',
      enabled: true,
      attributes: { note: 'kept', 'linkgate.enabled': 'true' },
    });
  });

  test('replaces an array as a whole', () => {
    expect(overlay({ redirectUris: ['old', 'kept?'] }, { redirectUris: ['new'] })).toEqual({
      redirectUris: ['new'],
    });
  });

  test('removes a field that is declared null', () => {
    expect(overlay({ name: 'lastName', required: { roles: ['user'] } }, { required: null })).toEqual({
      name: 'lastName',
    });
  });

  test('changes neither argument', () => {
    const actual = { config: { a: '1' } };
    const declared = { config: { b: '2' } };
    overlay(actual, declared);
    expect({ actual, declared }).toEqual({
      actual: { config: { a: '1' } },
      declared: { config: { b: '2' } },
    });
  });

  test('leaves no difference', () => {
    const actual = { list: ['x'], nested: { deep: { gone: 1, kept: 2 } }, plain: 'text' };
    const declared = {
      list: ['y', 'z'],
      nested: { deep: { gone: null, made: {} } },
      plain: { now: 'object' },
    };
    expect(differences(declared, overlay(actual, declared))).toEqual([]);
  });
});

describe('a declaration on top of another', () => {
  test('keeps a null, which removes a field', () => {
    expect(
      mergeDeclarations({ a: '1', attributes: { b: '2', c: '3' } }, { a: null, attributes: { b: null } }),
    ).toEqual({
      a: null,
      attributes: { b: null, c: '3' },
    });
  });
});
