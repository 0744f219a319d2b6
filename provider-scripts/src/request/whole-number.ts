/** Whole numbers in JSON. */
import { type Refusal, refusal } from '../errors/admin-rejection.ts';

/** Whether a value is one from `least` to `most`. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= least && value <= most;
}

/** That a value isn't. */
export function notWhole(what: string, least: number, most: number): Refusal {
  return refusal('whole-number', `${what} from ${least} to ${most}`, { least, most });
}
