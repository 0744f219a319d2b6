/** Whether a client's users need a second factor. */

import { expect, test } from 'vitest';
import {
  differingLevels,
  foreignLevels,
  levelAttributes,
} from '../../../../provider-scripts/src/realm/levels/setting.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';

test.each([
  [null, 'none'],
  [undefined, 'none'],
  ['', 'none'],
  ['none', 'none'],
  ['on-request', 'on-request'],
  ['always', 'always'],
  ['Always', 'none'],
  ['on_request', 'none'],
  ['true', 'none'],
  [2, 'none'],
])('the setting %j is read as %j', (value, mode) => {
  expect(readSetting(CLIENT.secondFactor, value)).toBe(mode);
});

const read = (attributes: Readonly<Record<string, string>>) => (name: string) => attributes[name];

test('Keycloak’s attributes have the levels of the setting', () => {
  expect(levelAttributes('none')).toEqual({ 'acr.loa.map': '', 'minimum.acr.value': '' });
  expect(levelAttributes('on-request')).toEqual({ 'acr.loa.map': '{"1":1,"2":2}', 'minimum.acr.value': '' });
  expect(levelAttributes('always')).toEqual({ 'acr.loa.map': '{"1":1,"2":2}', 'minimum.acr.value': '2' });
  for (const mode of ['none', 'on-request', 'always'] as const) {
    expect(differingLevels(mode, read(levelAttributes(mode)))).toEqual([]);
    expect(foreignLevels(read(levelAttributes(mode)))).toEqual([]);
  }
});

test.each([
  ['acr.loa.map', '{"gold":2}'],
  ['minimum.acr.value', '1'],
  ['default.acr.values', 'gold'],
])('an administrator’s own %s is noticed', (name, value) => {
  expect(foreignLevels(read({ ...levelAttributes('always'), [name]: value }))).toEqual([name]);
  expect(differingLevels('always', read({ ...levelAttributes('always'), [name]: value }))).toEqual([name]);
});

test('a missing minimum is noticed', () => {
  expect(differingLevels('always', read(levelAttributes('on-request')))).toEqual(['minimum.acr.value']);
  expect(differingLevels('on-request', read(levelAttributes('always')))).toEqual(['minimum.acr.value']);
});
