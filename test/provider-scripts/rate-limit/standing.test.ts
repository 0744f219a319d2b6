/** Which of several standings a caller is told. */
import { describe, expect, test } from 'vitest';
import { reportable, tighter } from '../../../provider-scripts/src/rate-limit/standing.ts';

const FREE = { limit: 100, remaining: 50, resetSeconds: 60, granted: true };
const SCARCE = { limit: 20, remaining: 3, resetSeconds: 3600, granted: true };
const LAST = { limit: 20, remaining: 0, resetSeconds: 9, granted: true };
const REFUSED = { limit: 20, remaining: 0, resetSeconds: 4, granted: false };

describe('a caller is told', () => {
  test.each([
    ['what has least left', FREE, SCARCE, SCARCE],
    ['a refusal before anything that was granted', LAST, REFUSED, REFUSED],
    ['the longer wait of two', REFUSED, { ...REFUSED, resetSeconds: 40 }, { ...REFUSED, resetSeconds: 40 }],
  ])('%s', (_, a, b, told) => {
    expect(tighter(a, b)).toEqual(told);
    expect(tighter(b, a)).toEqual(told);
  });
});

describe('what is counted of an address', () => {
  const ofAddress = true as const;
  const [THEIRS, THEIRS_REFUSED] = [
    { ...SCARCE, ofAddress },
    { ...REFUSED, ofAddress },
  ];

  test.each([
    ['isn’t reported while it refuses nothing', [THEIRS, FREE], [FREE]],
    ['isn’t reported where nothing else counts', [THEIRS], []],
    ['is reported where it refuses', [THEIRS_REFUSED, FREE], [FREE, THEIRS_REFUSED]],
    ['isn’t reported where the caller is refused anyway', [THEIRS_REFUSED, REFUSED], [REFUSED]],
  ])('%s', (_, standings, reported) => {
    expect(reportable(standings)).toEqual(reported);
  });
});
