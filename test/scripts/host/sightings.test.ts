/** What a node has seen of requests for emails: counted by caller, network, text and realm, over windows, in bounded memory. */
import { beforeAll, describe, expect, test } from 'vitest';
import { runProbe } from '../../support/host-probe.ts';

const MAX_MILLIS = 1_800_000;
/** A crowd of 400,000 callers with an address each: 262,144 windows at some two hundred bytes each, the rest in shared ones. */
const MAX_HEAP_BYTES = 64 * 1024 ** 2;
/** What they alone take: the rest of the heap shrinks by what the program's start left there. */
const MIN_FREED_BYTES = 32 * 1024 ** 2;

interface Printed {
  /** Of the caller, its network, networks of what was typed, the realm, and its unknown ones. */
  seen: number[][];
  heapBytes: number;
  heapBytesLater: number;
}

describe('sightings', () => {
  let printed: Printed;
  beforeAll(async () => {
    printed = await runProbe<Printed>('SightingsProbe', ['-Xmx256m']);
  }, MAX_MILLIS);

  test.each<[string, number, number[]]>([
    ['the first', 0, [1, 1, 1, 1, 0]],
    ['the same again: from one network', 1, [2, 2, 1, 2, 0]],
    ['from its neighbour', 2, [1, 3, 1, 3, 0]],
    ['from another network', 3, [1, 1, 2, 4, 0]],
    ['of a backend: nothing but its caller', 4, [3, 4, 0, 4, 1]],
    ['in another realm', 5, [1, 1, 1, 1, 0]],
    ['of a caller that is exempt', 6, [0, 0, 0, 1, 0]],
    ['within the hour', 7, [4, 5, 2, 5, 1]],
    ['an hour later', 8, [1, 1, 1, 1, 0]],
    ['within a shorter window', 9, [1, 1, 1, 1, 0]],
    ['after it', 10, [1, 1, 1, 2, 0]],
  ])('%s', (_, index, expected) => {
    expect(printed.seen[index]).toEqual(expected);
  });

  test('of a crowd stay exact for the first ones, in bounded memory, which is free later', () => {
    expect(printed.seen[11]?.slice(0, 3)).toEqual([2, 2, 1]);
    expect(printed.heapBytes).toBeLessThan(MAX_HEAP_BYTES);
    expect(printed.heapBytes - printed.heapBytesLater).toBeGreaterThan(MIN_FREED_BYTES);
  });
});
