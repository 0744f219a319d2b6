/** Reports between the nodes of a cluster on calls that they count in memory: each a bounded text. */
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { CALL_MAX, type LimitValue, MEMORY_LIMITS, type MemoryLimit } from '../../platform/limits/limits.ts';

/** Calls of one caller under one limit. */
export interface ReportedCalls {
  name: MemoryLimit;
  value: LimitValue;
  /** The caller's key, the same on every node: hexadecimal digits. */
  caller: string;
  calls: number;
  /** The age of the first call when the text was written. */
  ageMillis: number;
}

/** The maximum number of callers in one text. */
export const MAX_REPORTED = 2048;
/** The longest text: per caller, limit and value, 16 digits, two numbers of up to 7 digits, and the separators. */
const MAX_TEXT = MAX_REPORTED * 60;

/** Writes a line for each limit and value: `general 100/60 <caller>:<calls>:<age> …`. */
export function writeReport(all: readonly ReportedCalls[]): string {
  const lines: Record<string, string[]> = {};
  for (const { name, value, caller, calls, ageMillis } of all.slice(0, MAX_REPORTED)) {
    const head = `${name} ${value.count}/${value.seconds}`;
    const line = lines[head] ?? [head];
    lines[head] = line;
    // If a node was slow to report, more calls than the limit may have been granted since.
    line.push(`${caller}:${Math.min(calls, value.count)}:${ageMillis}`);
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
    const [given = '', limit = '', ...items] = line.split(' ');
    const name = MEMORY_LIMITS.find((one) => one === given);
    const [, count = '0', seconds = '0'] = /^(\d{1,6})\/(\d{1,4})$/.exec(limit) ?? [];
    const value: LimitValue = { count: Number(count), seconds: Number(seconds) };
    if (name === undefined || !isIn(value.count, CALL_MAX.count) || !isIn(value.seconds, CALL_MAX.seconds))
      continue;
    for (const item of items) {
      const [, caller, calls, age] = /^([0-9a-f]{1,16}):(\d{1,6}):(\d{1,7})$/.exec(item) ?? [];
      const isInWindow = Number(age) < value.seconds * MILLIS_PER_SECOND;
      if (caller === undefined || !isIn(Number(calls), value.count) || !isInWindow) continue;
      all.push({ name, value, caller, calls: Number(calls), ageMillis: Number(age) });
    }
  }
  return all.slice(0, MAX_REPORTED);
}

function isIn(value: number, max: number): boolean {
  return value >= 1 && value <= max;
}
