/** The table of bounds has a row for each load; how a run's readings become a verdict and a row. */
import { describe, expect, test } from 'vitest';
import { BOUNDS, LOAD_NAMES, type LoadName, RESIDENT_MEBIBYTES } from '../support/bounds/bounds.ts';
import { DOCUMENT, excesses, type Round, type Seen, verdictOn, withSeen } from '../support/bounds/table.ts';
import { readText, sectionOf, tableOf } from '../support/documents.ts';

const TEXT = readText(DOCUMENT);
const rowsOf = (text: string) => tableOf(sectionOf(text, 'Measured'));
const ROWS = rowsOf(TEXT);

const QUIET = { heap: 200, resident: 600, threads: 80, tokens: [100, 101, 99], millis: [30, 31, 29] };
const FROM = { commit: 'abc', on: 'Once.' };
const seen = ({
  held = QUIET,
  after = QUIET,
  ...change
}: Partial<Omit<Seen, 'rounds'> & Round> = {}): Seen => ({
  name: 'callers',
  count: 7,
  before: QUIET,
  rounds: [{ held, after }],
  ...change,
});
/** The load held and removed again, several times: tokens in turn, starting without it. */
const inTurns = (...[first = Number.NaN, ...turns]: readonly number[]): Seen => {
  const at = (rate: number) => ({ ...QUIET, tokens: [rate] });
  const rounds = Array.from({ length: turns.length / 2 }, (_, round) => ({
    held: at(turns[2 * round] ?? Number.NaN),
    after: at(turns[2 * round + 1] ?? Number.NaN),
  }));
  return { ...seen(), before: at(first), rounds };
};

describe(DOCUMENT, () => {
  test('has a row for each load, in order, with more than CI applies', () => {
    expect(ROWS.map(([name]) => name)).toEqual(LOAD_NAMES);
    for (const [name, count = ''] of ROWS) {
      const { short, whole } = BOUNDS[name as LoadName];
      expect(Number(count.replace(/ of .*/, '').replaceAll(',', ''))).toBeGreaterThanOrEqual(
        Math.min(short + 1, whole),
      );
    }
  });

  test('is of a commit, not of a modified work tree', () => {
    expect(TEXT).not.toContain('-dirty');
  });
});

describe('a load', () => {
  const slow = { ...QUIET, tokens: [80, 81, 79] };

  test.each([
    ['stays within its bounds', seen(), 'met'],
    [
      'adds more to the heap than allowed',
      seen({ held: { ...QUIET, heap: 201 + BOUNDS.callers.held } }),
      '**not met**',
    ],
    ['leaves threads behind', seen({ after: { ...QUIET, threads: 400 } }), '**not met**'],
    [
      'makes the node too large',
      seen({ held: { ...QUIET, resident: 1 + RESIDENT_MEBIBYTES } }),
      '**not met**',
    ],
    ['couldn’t be measured', seen({ held: { ...QUIET, heap: Number.NaN } }), '**not met**'],
    ['slows other realms down', seen({ held: slow }), '**not met**'],
    [
      'is held while the node becomes slower by itself',
      seen({
        before: { ...QUIET, tokens: [107, 107, 107] },
        held: { ...QUIET, tokens: [96, 96, 96] },
        after: { ...QUIET, tokens: [93, 93, 93] },
      }),
      'met',
    ],
    [
      'is held while the machine is slower',
      seen({ held: { ...QUIET, tokens: [90, 88, 86], millis: [33, 34, 35] } }),
      'met',
    ],
    [
      'was held on a machine that was much slower',
      seen({ held: { ...slow, millis: [60, 60, 60] } }),
      'too noisy',
    ],
    ['has slices that differ', seen({ held: { ...QUIET, tokens: [20, 100, 180] } }), 'too noisy'],
    ['is repeated while the machine’s speed varies', inTurns(130, 96, 70, 82, 100, 95, 99), 'met'],
    ['slows others down in each round', inTurns(130, 90, 90, 72, 90, 79, 99), '**not met**'],
    ['slows others down in some rounds only', inTurns(100, 70, 100, 100, 100, 130, 100), 'too noisy'],
  ] as const)('gets a verdict if it %s', (_, what, verdict) => {
    expect(verdictOn(what)).toBe(verdict);
  });

  test('that exceeds a bound in one of several rounds exceeds it', () => {
    const rounds = [
      { held: { ...QUIET, threads: 400 }, after: QUIET },
      { held: QUIET, after: QUIET },
    ];
    expect(excesses({ ...seen(), rounds })).toEqual(['threads while held: 320']);
    const [, , heap, , threads, share] =
      rowsOf(withSeen(TEXT, [{ ...seen(), rounds }], FROM)).find(([name]) => name === 'callers') ?? [];
    expect([heap, threads, share]).toEqual(['200, 200, 200', '80, 400, 80', '1.00 (1.00 to 1.00)']);
  });
});

test('a run replaces an earlier one in the document, load by load', () => {
  const empty = withSeen(
    `${TEXT.slice(0, TEXT.indexOf('| load | how many'))}\n<!-- Until here. -->\n`,
    [],
    FROM,
  );
  const callers = [
    'callers',
    '7 of 1,000,000',
    '200, 200, 200',
    '600, 600, 600',
    '80, 80, 80',
    '1.00',
    'met',
    'abc',
  ];
  const once = withSeen(empty, [seen()], FROM);
  expect(rowsOf(once)).toEqual([callers]);
  const both = withSeen(once, [seen({ name: 'slow senders' })], { ...FROM, commit: 'def' });
  expect(rowsOf(both)).toEqual([['slow senders', '7 of 2,000', ...callers.slice(2, -1), 'def'], callers]);
  expect(withSeen(both, [], FROM)).toBe(both);
  expect(() => withSeen('no place', [], FROM)).toThrow('Made by');
});
