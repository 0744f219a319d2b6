/** What an administrator has to look at once a flow has the step. */
import { describe, expect, test } from 'vitest';
import { thingsToLookAt } from '../../../scripts/add-step/look-at.ts';
import type { RealmAdmin } from '../../../scripts/admin/connect.ts';

// Nothing listens there: the hostname isn't looked at.
const ADMIN = {
  realm: 'acme',
  client: { baseUrl: 'http://localhost:9', users: { count: async () => 0 } },
} as unknown as RealmAdmin;
const MAIL = { smtpServer: { host: 'mail' } as never };

describe('duplicate email addresses', () => {
  test.each([
    [false, 'no link for them, not even by username'],
    [true, 'this flow signs them in no more, not even by username'],
  ])('are told, if a realm allows them (the only way: %s)', async (isOnlyWay, words) => {
    const steps = { settings: [{}], isOnlyWay };
    expect(await thingsToLookAt(ADMIN, { ...MAIL, duplicateEmailsAllowed: true }, steps)).toEqual([
      expect.stringContaining(words),
    ]);
    expect(await thingsToLookAt(ADMIN, MAIL, steps)).toEqual([]);
  });
});
