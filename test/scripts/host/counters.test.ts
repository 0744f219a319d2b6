/** The host's counters, which hold the limits by IP: exact in both directions and under concurrency, and bounded in memory. */
import { beforeAll, describe, expect, test } from 'vitest';
import { runProbe } from '../../support/host-probe.ts';

const MAX_MILLIS = 1_800_000;
/** A million callers in one policy: 262,144 counted separately at about a hundred bytes each, the others in their networks' counters. */
const COUNTED_APART = 262_144;
const MAX_HEAP_BYTES = 40 * 1024 ** 2;
const MAX_HEAP_BYTES_LATER = 8 * 1024 ** 2;

interface Seen {
  steady: { rejected: number; longestReset: number };
  burst: Record<'early' | 'late' | 'nearly' | 'over', unknown>;
  crowd: Record<'granted' | 'heapBytes' | 'heapBytesLater', number> & Record<string, unknown>;
  parallelGranted: number;
  alone: number;
  nodes: Record<string, unknown>;
}

describe('the counters', () => {
  let seen: Seen;
  beforeAll(async () => {
    seen = await runProbe<Seen>('CountersProbe', ['-Xmx256m']);
  }, MAX_MILLIS);

  test('grant all requests of callers within the limits, and never report a longer wait than the window', () => {
    expect(seen.steady).toEqual({ rejected: 0, longestReset: 60 });
  });

  test('grant no further request within any window, and the next one as soon as there is room', () => {
    expect(seen.burst).toEqual({
      early: [false, 60],
      late: [false, 60],
      nearly: [false, 1],
      over: [true, 99],
    });
  });

  test('hold a million callers in bounded memory, and stay exact for the first ones', () => {
    expect(seen.crowd).toMatchObject({ busy: false, known: true });
    expect(seen.crowd.granted).toBeGreaterThanOrEqual(COUNTED_APART - 1);
    expect(seen.crowd.heapBytes).toBeLessThan(MAX_HEAP_BYTES);
  });

  test('let a crowd’s newcomers share by network, so that others still get in', () => {
    expect(seen.crowd.elsewhere).toBe(true);
    expect(seen.crowd.granted).toBeLessThan(COUNTED_APART + 16 * 100 + 1);
  });

  test('remove expired callers', () => {
    expect(seen.crowd.heapBytesLater).toBeLessThan(MAX_HEAP_BYTES_LATER);
  });

  test('store nothing to report if there is no other node', () => {
    expect(seen.alone).toBe(0);
  });

  test('report granted calls soon, with their age', () => {
    expect(seen.nodes).toMatchObject({ isRequested: true, reported: [1, 100, true] });
  });

  test('count what other nodes report with their own until it leaves the window, even if the reporting node has died', () => {
    expect(seen.nodes).toMatchObject({ last: true, none: [false, 1], again: [true, 99] });
  });

  test('stay exact for the first callers when others report a million', () => {
    expect(seen.nodes).toMatchObject({ known: true, newCaller: false });
  });

  test('store no more to report than their bound', () => {
    expect(seen.nodes.unreported).toBe(16_384);
  });

  test('never exceed a limit when many threads count at once', () => {
    expect(seen.parallelGranted).toBe(100);
  });
});
