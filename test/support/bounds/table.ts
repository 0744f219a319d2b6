/** Checks the results of a run against the bounds, and writes them into the table of `docs/performance.md`. */
import { median, SPREAD_LIMIT, spread } from '../../../scripts/bench/statistics.ts';
import { blockOf, withBlock } from '../../../scripts/cli/blocks.ts';
import { markdownTable } from '../../../scripts/cli/markdown.ts';
import { tableOf } from '../documents.ts';
import { BOUNDS, LOAD_NAMES, type LoadName, MIN_SHARE, MORE_THREADS, RESIDENT_MEBIBYTES } from './bounds.ts';

export const DOCUMENT = 'docs/performance.md';
const BY = '`node scripts/run.mjs bounds.ts --write`';
const HEAD = ['load', 'how many', 'live heap, MiB', 'resident', 'threads', '`/token`', 'bounds', 'at'];

/** A node's readings at a moment. */
export interface NodeReading {
  /** Mebibytes: the heap after a full collection, and the resident memory of the process. */
  heap: number;
  resident: number;
  threads: number;
  /** Tokens per second for a client of another realm, in each slice of the measured time. */
  tokens: readonly number[];
  /** CPU time of a fixed computation beside each slice: it rises when other load on the same hardware slows this machine down. */
  millis: readonly number[];
}

/** A node's readings while a load is held, and after it was removed. */
export interface Round {
  held: NodeReading;
  after: NodeReading;
}

/** The results of a run for a load. */
export interface Seen {
  name: LoadName;
  count: number;
  before: NodeReading;
  /** In order: the reading after one round is the reading before the next. */
  rounds: readonly Round[];
}

/** The memory and thread readings beyond their bounds; empty if there are none. */
export function excesses({ name, before, rounds }: Seen): string[] {
  const bound = BOUNDS[name];
  const over = rounds.flatMap(({ held, after }): [string, number, number][] => [
    ['heap while held', held.heap - before.heap, bound.held],
    ['heap afterwards', after.heap - before.heap, bound.afterwards],
    ['threads while held', held.threads - before.threads, MORE_THREADS],
    ['threads afterwards', after.threads - before.threads, MORE_THREADS],
    ['resident while held', held.resident, RESIDENT_MEBIBYTES],
    ['resident afterwards', after.resident, RESIDENT_MEBIBYTES],
  ]);
  // Written so that NaN is beyond its bound.
  return over.filter(([, value, max]) => !(value <= max)).map(([what, value]) => `${what}: ${value}`);
}

/**
 * What a round compares: the load held, and no load on either side of it. A node that becomes faster over time does so in both.
 */
interface Compared {
  held: Pace;
  without: Pace;
}

type Pace = Pick<NodeReading, 'tokens' | 'millis'>;

function comparedIn({ before, rounds }: Seen): Compared[] {
  return rounds.map(({ held, after }, number) => {
    const sides = [rounds[number - 1]?.after ?? before, after];
    return {
      held,
      without: {
        tokens: sides.flatMap(({ tokens }) => tokens),
        millis: sides.flatMap(({ millis }) => millis),
      },
    };
  });
}

/** Tokens per CPU time of the fixed computation, by slice: independent of temporary changes of the machine's speed. */
function paces({ tokens, millis }: Pace): number[] {
  return tokens.map((rate, slice) => rate * (millis[slice] ?? Number.NaN));
}

/** The throughput of other realms while the load is held, as a share of their throughput without it, by round. */
function shares(seen: Seen): number[] {
  return comparedIn(seen).map(({ held, without }) => median(paces(held)) / median(paces(without)));
}

/**
 * Whether the rounds differ too much; with a single round, whether its slices do, or the machine's speed changed too much to
 * correct for.
 */
function isNoisy(seen: Seen): boolean {
  const [only, ...further] = comparedIn(seen);
  if (only === undefined) return true;
  if (further.length > 0) return !(spread(shares(seen)) <= SPREAD_LIMIT);
  const { held, without } = only;
  const machine = Math.abs(median(held.millis) / median(without.millis) - 1);
  return ![spread(paces(without)), spread(paces(held)), machine].every((one) => one <= SPREAD_LIMIT);
}

/** Whether a load stays within its bounds; no verdict on `/token` if the noise is as large as the effect. */
export function verdictOn(seen: Seen): 'met' | '**not met**' | 'too noisy' {
  if (excesses(seen).length > 0) return '**not met**';
  if (isNoisy(seen)) return 'too noisy';
  return median(shares(seen)) >= MIN_SHARE ? 'met' : '**not met**';
}

/**
 * The document with a run's results; rows of other loads stay unchanged.
 * @param commit of the run
 * @param on the sentence that describes the machine
 * @throws Failure if the document has no place for the table
 */
export function withSeen(
  text: string,
  all: readonly Seen[],
  { commit, on }: { commit: string; on: string },
): string {
  const before = tableOf(blockOf(text, BY));
  const rows = LOAD_NAMES.flatMap((name) => {
    const seen = all.find((one) => one.name === name);
    const row = seen === undefined ? before.find(([first]) => first === name) : [...cellsOf(seen), commit];
    return row === undefined ? [] : [row];
  });
  return withBlock(text, BY, `${on}\n\n${markdownTable(HEAD, rows)}`);
}

function cellsOf(seen: Seen): string[] {
  const { name, before, rounds } = seen;
  const figures = (kind: 'heap' | 'resident' | 'threads') => {
    const max = Math.max(...rounds.map(({ held }) => held[kind]));
    const last = rounds.at(-1)?.after[kind] ?? Number.NaN;
    return [before[kind], max, last].map((figure) => figure.toFixed(0)).join(', ');
  };
  return [
    name,
    howMany(seen),
    figures('heap'),
    figures('resident'),
    figures('threads'),
    shareOf(seen),
    verdictOn(seen),
  ];
}

/** With minimum and maximum if there were several rounds. */
function shareOf(seen: Seen): string {
  const all = shares(seen);
  const figures = [median(all), Math.min(...all), Math.max(...all)].map((share) => share.toFixed(2));
  const [middle = '', min, max] = figures;
  return all.length === 1 ? middle : `${middle} (${min} to ${max})`;
}

/** The count; of how many, if less than the whole load was applied. */
function howMany({ name, count }: Seen): string {
  const { whole } = BOUNDS[name];
  const put = count.toLocaleString('en');
  return count < whole ? `${put} of ${whole.toLocaleString('en')}` : put;
}
