/** Which versions can follow which. */
import { describe, expect, test } from 'vitest';
import { versionProblem } from '../../../scripts/release/semantic-version.ts';

const NOTHING = { added: [], removed: [] };
const ADDED = { added: ['events: link_lost'], removed: [] };
const REMOVED = { added: [], removed: ['paths: /token'] };

describe('a version', () => {
  test('may be any before the first release', () => {
    expect(versionProblem('0.1.0', undefined)).toBeUndefined();
  });

  test.each([
    ['1.2.4', '1.2.3', NOTHING],
    ['1.10.0', '1.9.3', ADDED],
    ['2.0.0', '1.2.3', REMOVED],
    ['0.3.0', '0.2.9', REMOVED],
    ['1.0.0', '0.9.0', ADDED],
  ])('%s may follow %s after %j', (version, last, changes) => {
    expect(versionProblem(version, { since: last, ...changes })).toBeUndefined();
  });

  test.each([
    ['1.2', '1.1.0', NOTHING, "version 1.2: isn't a semantic version, such as 1.2.3"],
    ['01.2.3', '1.1.0', NOTHING, "version 01.2.3: isn't a semantic version, such as 1.2.3"],
    ['1.2.3', '1.2.3', NOTHING, "version 1.2.3: isn't after 1.2.3"],
    ['1.2.9', '1.10.0', NOTHING, "version 1.2.9: isn't after 1.10.0"],
    [
      '1.2.4',
      '1.2.3',
      ADDED,
      'version 1.2.4: events: link_lost was added, which requires a new minor number after 1.2.3',
    ],
    [
      '1.3.0',
      '1.2.3',
      REMOVED,
      'version 1.3.0: paths: /token was removed, which requires a new major number after 1.2.3',
    ],
    [
      '0.2.4',
      '0.2.3',
      REMOVED,
      'version 0.2.4: paths: /token was removed, which requires a new minor number after 0.2.3',
    ],
  ])("%s can't follow %s after %j", (version, last, changes, problem) => {
    expect(versionProblem(version, { since: last, ...changes })).toBe(problem);
  });
});
