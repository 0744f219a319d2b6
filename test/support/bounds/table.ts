/** Judges what a run saw by the bounds, and writes it into the table of `docs/limits.md`. */
import { median, SPREAD_LIMIT, spread } from '../../../scripts/bench/statistics.ts';
import { markdownTable } from '../../../scripts/cli/markdown.ts';
import { tableOf } from '../documents.ts';
import { BOUNDS, LOAD_NAMES, type LoadName, MIN_SHARE, MORE_THREADS, RESIDENT_MEBIBYTES } from './bounds.ts';

export const DOCUMENT = 'docs/limits.md';
const BEGIN = '<!-- Made by `node scripts/run.mjs bounds.ts --write`. -->';
const END = '<!-- Until here. -->';
const HEAD = ['load', 'how many', 'live heap, MiB', 'resident', 'threads', '`/token`', 'bounds', 'at'];

/** What a node has at a moment. */
export interface NodeReading {
  /** Mebibytes: of the heap what is left after a full collection, and of the process what is in RAM. */
  heap: number;
  resident: number;
  threads: number;
  /** Tokens that a client of another realm gets in a second, in each slice of the time in which they were counted. */
  tokens: readonly number[];
  /** What the same computation takes of a processor beside each of these: more where others on the same hardware slow this machine down. */
  millis: readonly number[];
}

/** What a node has while a load is held, and after it was taken away. */
export interface Round {
  held: NodeReading;
  after: NodeReading;
}

/** What a run saw of a load. */
export interface Seen {
  name: LoadName;
  count: number;
  before: NodeReading;
  /** One after the other: what is after one of them is before the next. */
  rounds: readonly Round[];
}

/** What of memory and threads is beyond its bound; nothing if all is well. */
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
  // Written so that a figure that is no number is beyond its bound.
  return over.filter(([, value, max]) => !(value <= max)).map(([what, value]) => `${what}: ${value}`);
}

/** What is compared in a round: the load held, and on both sides of it not. A node that becomes faster with time does it in both. */
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

/** Tokens in the time in which a processor does the computation, by slices: the same on a machine that is faster or slower for a while. */
function paces({ tokens, millis }: Pace): number[] {
  return tokens.map((rate, slice) => rate * (millis[slice] ?? Number.NaN));
}

/** What other realms get while the load is held, as a part of what they get without it, by rounds. */
function shares(seen: Seen): number[] {
  return comparedIn(seen).map(({ held, without }) => median(paces(held)) / median(paces(without)));
}

/** Whether rounds differ too much; where there is but one, whether its slices do, or the machine's speed changed by more than can be reckoned out. */
function isNoisy(seen: Seen): boolean {
  const [only, ...further] = comparedIn(seen);
  if (only === undefined) return true;
  if (further.length > 0) return !(spread(shares(seen)) <= SPREAD_LIMIT);
  const { held, without } = only;
  const machine = Math.abs(median(held.millis) / median(without.millis) - 1);
  return ![spread(paces(without)), spread(paces(held)), machine].every((one) => one <= SPREAD_LIMIT);
}

/** Whether a load keeps to its bounds; without a verdict on `/token` where noise is as large as what it is about. */
export function verdictOn(seen: Seen): 'met' | '**not met**' | 'too noisy' {
  if (excesses(seen).length > 0) return '**not met**';
  if (isNoisy(seen)) return 'too noisy';
  return median(shares(seen)) >= MIN_SHARE ? 'met' : '**not met**';
}

/**
 * The document with what a run saw; rows of other loads stay as they are.
 * @param commit that the run was of
 * @param on the sentence that says on what it was measured
 * @throws Error if it has no place for it
 */
export function withSeen(
  text: string,
  all: readonly Seen[],
  { commit, on }: { commit: string; on: string },
): string {
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (begin < BEGIN.length || end < begin) throw new Error(`no ${BEGIN} … ${END}`);
  const before = tableOf(text.slice(begin, end));
  const rows = LOAD_NAMES.flatMap((name) => {
    const seen = all.find((one) => one.name === name);
    const row = seen === undefined ? before.find(([first]) => first === name) : [...cellsOf(seen), commit];
    return row === undefined ? [] : [row];
  });
  const table = markdownTable(HEAD, rows);
  return `${text.slice(0, begin)}\n\n${on}\n\n${table}\n\n${text.slice(end)}`;
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

/** With the least and the most where there were several rounds. */
function shareOf(seen: Seen): string {
  const all = shares(seen);
  const figures = [median(all), Math.min(...all), Math.max(...all)].map((share) => share.toFixed(2));
  const [middle = '', min, max] = figures;
  return all.length === 1 ? middle : `${middle} (${min} to ${max})`;
}

/** Of how many, where the whole wasn't put on. */
function howMany({ name, count }: Seen): string {
  const { whole } = BOUNDS[name];
  const put = count.toLocaleString('en');
  return count < whole ? `${put} of ${whole.toLocaleString('en')}` : put;
}
