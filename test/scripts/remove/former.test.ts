/** What becomes of former values. */
import { expect, test } from 'vitest';
import { configDifferences, planFormer } from '../../../scripts/remove/former.ts';
import type { FormerValue } from '../../../scripts/seed/former-values/record.ts';
import { keyOf, type UnitPath } from '../../../scripts/seed/former-values/units.ts';

const path: UnitPath = ['realm', 'accessTokenLifespan'];
const plan = (value: FormerValue, now: number | undefined) =>
  planFormer({
    record: { incomplete: false, values: [value] },
    units: new Map(now === undefined ? [] : [[keyOf(path), now]]),
  });

test('restores a value that is as seeding left it', () => {
  const value = { path, before: 300, after: 3600 };
  expect(plan(value, 3600)).toEqual({ restored: [value], left: [], unknown: [] });
});

test('does nothing to a value that is as before', () => {
  expect(plan({ path, before: 300, after: 3600 }, 300)).toEqual({ restored: [], left: [], unknown: [] });
});

test('leaves a value that was changed since, and says which', () => {
  const reason = 'is 60: changed since seeding, which had changed 300 to 3600';
  expect(plan({ path, before: 300, after: 3600 }, 60)).toEqual({
    restored: [],
    left: [{ object: 'realm', field: 'accessTokenLifespan', reason }],
    unknown: [],
  });
});

test('lists a secret as unknown', () => {
  const secret: FormerValue = { path: ['clients', 'shop', 'secret'], before: '(secret)', after: '(secret)' };
  const { restored, unknown } = plan(secret, undefined);
  expect([restored, unknown.map(({ object, field }) => [object, field])]).toEqual([
    [],
    [['client shop', 'secret']],
  ]);
});

test('takes what differs since a run that didn’t end for its change', () => {
  const record = { incomplete: false, values: [], begun: [{ path, before: 300 }] };
  expect(planFormer({ record, units: new Map([[keyOf(path), 3600]]) }).restored).toEqual([
    { path, before: 300, after: 3600 },
  ]);
});

test('reports options that an object had before, and those that it had not', () => {
  const former = { protocolMapper: 'theirs', config: { kept: '1', lost: '2' } };
  const actual = { protocolMapper: 'ours', config: { kept: '1', added: '3' } };
  expect(configDifferences(former, actual)).toEqual([
    { field: 'protocolMapper', before: 'ours', after: 'theirs' },
    { field: 'config.lost', before: undefined, after: '2' },
    { field: 'config.added', before: '3', after: null },
  ]);
});
