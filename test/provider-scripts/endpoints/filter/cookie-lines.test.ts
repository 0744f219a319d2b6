/** The cookies of a response fit into the buffers that proxies have by default. */
import { expect, test } from 'vitest';
import {
  MAX_RESTART_LINE,
  shortenedLines,
} from '../../../../provider-scripts/src/endpoints/filter/cookie-lines.ts';
import { repeat } from '../../../engine/repeat.ts';

const END = ';Version=1;Path=/realms/linkgate/;HttpOnly;SameSite=Lax';
const restart = (length: number) => `KC_RESTART=${repeat('x', length - 11 - END.length)}${END}`;

test('each cookie is set once, with its last value', () => {
  const lines = [`A=1${END}`, `B=1${END}`, `A=2${END}`, 'A=3;Path=/', `AB=1${END}`];
  expect(shortenedLines(lines)).toEqual([`B=1${END}`, `A=2${END}`, 'A=3;Path=/', `AB=1${END}`]);
});

test('a restart cookie that is too long is removed from the browser', () => {
  expect(shortenedLines([restart(MAX_RESTART_LINE)])).toEqual([restart(MAX_RESTART_LINE)]);
  expect(shortenedLines([restart(MAX_RESTART_LINE + 1)])).toEqual([
    'KC_RESTART=;Version=1;Path=/realms/linkgate/;Max-Age=0',
  ]);
});

test('any other cookie keeps its length', () => {
  const long = `OTHER=${repeat('x', 3000)}${END}`;
  expect(shortenedLines([long])).toEqual([long]);
  expect(shortenedLines([])).toEqual([]);
});
