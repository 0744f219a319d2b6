/** Reports between the nodes of a cluster on calls that they count in memory: each a bounded text. */
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { CALL_MAX, MEMORY_POLICIES, type MemoryPolicy, type Rate } from '../../platform/limits/limits.ts';

/** Calls of one caller under one policy. */
export interface ReportedCalls {
  policy: MemoryPolicy;
  rate: Rate;
  /** The caller's key, the same on every node: hexadecimal digits. */
  caller: string;
  calls: number;
  /** The age of the first call when the text was written. */
  ageMillis: number;
}

/** The maximum number of callers in one text. */
export const MAX_REPORTED = 2048;
/** The longest text: per caller, policy and rate, 16 digits, two numbers of up to 7 digits, and the separators. */
const MAX_TEXT = MAX_REPORTED * 60;

/** Writes a line for each policy and rate: `general 100/60 <caller>:<calls>:<age> …`. */
export function writeReport(all: readonly ReportedCalls[]): string {
  const lines: Record<string, string[]> = {};
  for (const { policy, rate, caller, calls, ageMillis } of all.slice(0, MAX_REPORTED)) {
    const head = `${policy} ${rate.count}/${rate.seconds}`;
    const line = lines[head] ?? [head];
    lines[head] = line;
    // If a node was slow to report, more calls than the limit may have been granted since.
    line.push(`${caller}:${Math.min(calls, rate.count)}:${ageMillis}`);
  }
  return Object.entries(lines)
    .map(([, line]) => line.join(' '))
    .join('\n');
}

/** Parses a report; ignores anything malformed, so that nodes of another version do no harm. */
export function readReport(text: string): ReportedCalls[] {
  if (text.length > MAX_TEXT) return [];
  const all: ReportedCalls[] = [];
  for (const line of text.split('\n')) {
    const [name = '', limit = '', ...items] = line.split(' ');
    const policy = MEMORY_POLICIES.find((one) => one === name);
    const [, count = '0', seconds = '0'] = /^(\d{1,6})\/(\d{1,4})$/.exec(limit) ?? [];
    const rate: Rate = { count: Number(count), seconds: Number(seconds) };
    if (policy === undefined || !isIn(rate.count, CALL_MAX.count) || !isIn(rate.seconds, CALL_MAX.seconds))
      continue;
    for (const item of items) {
      const [, caller, calls, age] = /^([0-9a-f]{1,16}):(\d{1,6}):(\d{1,7})$/.exec(item) ?? [];
      const isInWindow = Number(age) < rate.seconds * MILLIS_PER_SECOND;
      if (caller === undefined || !isIn(Number(calls), rate.count) || !isInWindow) continue;
      all.push({ policy, rate, caller, calls: Number(calls), ageMillis: Number(age) });
    }
  }
  return all.slice(0, MAX_REPORTED);
}

function isIn(value: number, max: number): boolean {
  return value >= 1 && value <= max;
}
