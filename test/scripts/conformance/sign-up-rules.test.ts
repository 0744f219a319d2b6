/** Rules for sign-up that never act. */
import { expect, test } from 'vitest';
import type { SignUpRules } from '../../../scripts/admin/sign-up-rules.ts';
import { idleRules } from '../../../scripts/conformance/checks/realm/sign-up-rules.ts';

const RULES: SignUpRules = {
  on: true,
  unlisted: 'accept',
  include: [],
  tell: [],
  denied: ['x.example', '*.y.example', 'ada@z.example'],
  allowed: [],
  disposable: { action: 'reject', list: 'built-in', domains: 1, source: null },
  version: '',
};

test('are those that another rule always precedes, or that are off', () => {
  expect(idleRules(RULES)).toEqual([]);
  const allowed = [
    'x.example',
    'ada@x.example',
    'a.y.example',
    '*.a.y.example',
    'ada@a.y.example',
    'ada@z.example',
  ];
  const idle = idleRules({ ...RULES, allowed });
  expect(idle.map((text) => text.split(' ')[0])).toEqual([...allowed.slice(0, 5), '…']);
  const acting = ['y.example', '*.x.example', 'a.x.example', 'bob@z.example', 'z.example'];
  expect(idleRules({ ...RULES, allowed: acting })).toEqual([]);
  expect(idleRules({ ...RULES, on: false })).toEqual([
    '3 entries decide nothing: linkgate.sign-up-rules is off',
  ]);
  expect(idleRules({ ...RULES, on: false, denied: [] })).toEqual([]);
  const source = { address: 'https://lists.example/', fetched_at: 1, failed_at: null, failure: null };
  expect(idleRules({ ...RULES, disposable: { ...RULES.disposable, source } })).toEqual([]);
  expect(idleRules({ ...RULES, disposable: { ...RULES.disposable, action: 'off', source } })).toEqual([
    'linkgate.sign-up-disposable-list decides nothing: linkgate.sign-up-disposable is off',
  ]);
  expect(idleRules({ ...RULES, tell: ['denied', 'unlisted', 'disposable'] })).toEqual([
    'unlisted in linkgate.sign-up-tell never acts: nothing is rejected for that',
  ]);
  expect(idleRules({ ...RULES, unlisted: 'reject' })).toEqual([
    "linkgate.sign-up-disposable never acts: linkgate.sign-up-unlisted rejects what isn't allowed",
  ]);
});
