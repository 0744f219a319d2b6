/** The JSON body by which a backend requests links for a list of users. */
import { describe, expect, test } from 'vitest';
import {
  MAX_DETAILS,
  ofLine,
  readLinkBatch,
} from '../../../../../provider-scripts/src/endpoints/admin/links/batch-body.ts';
import { repeat } from '../../../../engine/repeat.ts';

const ONE = { email: 'ada@example.com' };

const read = (fields: Record<string, unknown>) =>
  readLinkBatch({ client_id: 'my-app', users: [ONE], ...fields });
const wrong = (fields: Record<string, unknown>) => {
  const result = read(fields);
  return 'details' in result ? result.details.map(({ field, id }) => `${field} ${id}`) : [];
};

describe('a list of users', () => {
  test('has one line a user, with what all share', () => {
    const users = [ONE, { username: 'ada', ui_locales: 'de' }, { user_id: '1', email: '', values: null }];
    const { batch } = read({
      users: users.slice(0, 2),
      state: 'st',
      create: true,
      required_actions: ['A'],
    }) as never;
    expect(batch).toEqual({
      shared: {
        clientId: 'my-app',
        redirectUri: null,
        parameters: { state: 'st' },
        lifetimeSeconds: null,
        create: true,
        requiredActions: ['A'],
        template: null,
      },
      lines: [
        { user: { field: 'email', value: 'ada@example.com' }, values: {}, locales: null },
        { user: { field: 'username', value: 'ada' }, values: {}, locales: 'de' },
      ],
      isDryRun: false,
    });
    expect(wrong({ users })).toEqual(['users[2].values wrong-type']);
  });

  test('gives a line the values that it doesn’t have', () => {
    const users = [ONE, { username: 'bob', values: { number: '2' } }];
    const { batch } = read({ users, template: 'order', values: { number: '1', shop: 'A' } }) as never;
    expect(batch).toMatchObject({
      lines: [{ values: { number: '1', shop: 'A' } }, { values: { number: '2', shop: 'A' } }],
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['client_id required', { client_id: '' }],
    ['users required', { users: null }],
    ['users wrong-type', { users: {} }],
    ['users no-lines', { users: [] }],
    ['users too-many-lines', { users: Array(10_001) }],
    ['delivery choice', { delivery: 'return' }],
    ['delivery choice', { delivery: 'post' }],
    ['dry_run wrong-type', { dry_run: 1 }],
    ['lifetime whole-number', { lifetime: 59 }],
    ['values request', { values: { a: 'b' } }],
    ['users[1] wrong-type', { users: [ONE, null] }],
    ['users[1] wrong-type', { users: [ONE, []] }],
    ['users[1].name choice', { users: [ONE, { name: 'Ada', ...ONE }] }],
    ['users[1].email required', { users: [ONE, {}] }],
    ['users[1].user_id required', { users: [ONE, { email: 'a', user_id: 'b' }] }],
    ['users[1].email wrong-type', { users: [ONE, { email: 1 }] }],
    ['users[1].username plain-line', { users: [ONE, { username: 'a\nb' }] }],
    ['users[0].ui_locales too-long', { users: [{ ...ONE, ui_locales: repeat('d', 2049) }] }],
    ['users[0].values wrong-type', { users: [{ ...ONE, values: 'x' }] }],
    ['users[0].values request', { users: [{ ...ONE, values: { a: 'b' } }] }],
    ['users[0].values.a linkable', { template: 't', users: [{ ...ONE, values: { a: 'evil.example/x' } }] }],
    ['users[0].values.A request', { template: 't', users: [{ ...ONE, values: { A: 'b' } }] }],
  ])('is rejected: %s', (expected, fields) => {
    expect(wrong(fields)).toContain(expected);
  });

  test('names the problems of a hundred lines at most', () => {
    const users: object[] = [];
    while (users.length < 3 * MAX_DETAILS) users.push({});
    expect(wrong({ users })).toHaveLength(MAX_DETAILS);
  });

  test('counts lines from 0', () => {
    const problem = { id: 'required', values: {}, message: 'required' } as const;
    expect(ofLine(0, { ...problem, field: 'email' }).field).toBe('users[0].email');
    expect(ofLine(7, { ...problem, field: '' }).field).toBe('users[7]');
  });
});
