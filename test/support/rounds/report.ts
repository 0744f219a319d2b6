/** Reports of rounds for users. */
import { table } from '../../../scripts/cli/table.ts';

/** The figures of a round. */
export interface Tally {
  /** Uses of links and codes. */
  tries: number;
  links: number;
  signIns: number;
  /** Accepted, but the sign-in was then cut off without a definite response. */
  unclear: number;
  busy: number;
  withoutResponse: number;
  /**
   * From the fault's end until the last node started its first complete sign-in, which is bounded, and until that was completed.
   */
  slowestMillis: number;
  servedMillis: number;
  /** The duration of the fault, including the restart of killed nodes. */
  faultSeconds: number;
  /** From the fault's start until every user had a final response; if it killed all nodes, from their restart. */
  seconds: number;
}

/** A round in a report. */
export interface Reported {
  seed: number;
  fault: string;
  target: string;
  tally: Tally;
  violations: readonly string[];
}

/** The violations that are counted by kind: their prefixes. */
const KINDS = ['double', 'lost', 'late'] as const;

const HEADINGS = [
  'seed',
  'fault',
  'node',
  'tries',
  'links',
  'sign-ins',
  'unclear',
  '503',
  'no response',
  'doubles',
  'losses',
  'late',
  'other violations',
  'slowest recovery',
  'signed in by',
  'fault lasted',
  'took',
];

/** The totals of all rounds: sums, the slowest recovery, the longest fault and the longest round. */
export function totalOf(rounds: readonly Reported[]): Tally {
  const tallies = rounds.map(({ tally }) => tally);
  const sum = (of: keyof Tally) => tallies.reduce((total, tally) => total + tally[of], 0);
  const max = (of: keyof Tally) => Math.max(...tallies.map((tally) => tally[of]));
  return {
    tries: sum('tries'),
    links: sum('links'),
    signIns: sum('signIns'),
    unclear: sum('unclear'),
    busy: sum('busy'),
    withoutResponse: sum('withoutResponse'),
    slowestMillis: max('slowestMillis'),
    servedMillis: max('servedMillis'),
    faultSeconds: max('faultSeconds'),
    seconds: max('seconds'),
  };
}

/** The summary of rounds in one line. */
export function summary(rounds: readonly Reported[]): string {
  const { links, tries, signIns, slowestMillis, servedMillis, seconds } = totalOf(rounds);
  const { double, lost, late, others } = counted(rounds.flatMap(({ violations }) => violations));
  return [
    `${rounds.length} rounds, ${links} links, ${tries} tries, ${signIns} sign-ins`,
    `${double} doubles, ${lost} losses, ${late} late, ${others} other violations`,
    `slowest recovery ${inSeconds(slowestMillis)} (signed in by ${inSeconds(servedMillis)}), longest round ${seconds.toFixed(0)} s`,
  ].join('; ');
}

/** One line per round. */
export function report(rounds: readonly Reported[]): string {
  return table(
    HEADINGS,
    rounds.map(({ seed, fault, target, tally, violations }) => [
      String(seed),
      fault,
      target,
      ...cells(tally, violations),
    ]),
  );
}

function cells(tally: Tally, violations: readonly string[]): string[] {
  const { double, lost, late, others } = counted(violations);
  const counts = [tally.tries, tally.links, tally.signIns, tally.unclear, tally.busy, tally.withoutResponse];
  return [
    ...[...counts, double, lost, late, others].map(String),
    inSeconds(tally.slowestMillis),
    inSeconds(tally.servedMillis),
    ...[tally.faultSeconds, tally.seconds].map((seconds) => `${seconds.toFixed(0)} s`),
  ];
}

function counted(violations: readonly string[]) {
  const [double = 0, lost = 0, late = 0] = KINDS.map(
    (kind) => violations.filter((one) => one.startsWith(`${kind}:`)).length,
  );
  return { double, lost, late, others: violations.length - double - lost - late };
}

function inSeconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`;
}
