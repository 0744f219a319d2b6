/** The one typed reader of the sign-in step's settings: a wrong value falls back with a warning. */
import { CONFIRM, LINK_LIFETIME_SECONDS, SIGN_UP } from './declared.ts';

/** The settings in force for a client. */
export interface Settings {
  linkLifetimeSeconds: number;
  signUp: (typeof SIGN_UP)[number];
  confirm: (typeof CONFIRM)[number];
  bindIp: boolean;
  code: boolean;
  rememberDevice: boolean;
}

/** A switch that is off unless set. */
const SWITCH = ['false', 'true'] as const;

/**
 * Reads raw values; an absent one is the default, and of a closed set a wrong one is what lets the fewest people in.
 *
 * @param raw gives the stored text of a setting, or null
 * @param warn is called once for each value that isn't valid, with a line for the log
 */
export function parseSettings(raw: (name: string) => string | null, warn: (line: string) => void): Settings {
  return {
    linkLifetimeSeconds: wholeNumber('lifetime', raw('lifetime'), LINK_LIFETIME_SECONDS, warn),
    signUp: choice('signUp', raw('signUp'), SIGN_UP, 'closed', warn),
    confirm: choice('confirm', raw('confirm'), CONFIRM, 'always', warn),
    bindIp: choice('bindIp', raw('bindIp'), SWITCH, 'true', warn) === 'true',
    code: choice('code', raw('code'), SWITCH, 'false', warn) === 'true',
    rememberDevice:
      choice('rememberDevice', raw('rememberDevice'), ['true', 'false'], 'false', warn) === 'true',
  };
}

function wholeNumber(
  name: string,
  text: string | null,
  range: { default: number; min: number; max: number },
  warn: (line: string) => void,
): number {
  if (text === null || text === '') return range.default;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  warn(`setting ${name}: not a whole number from ${range.min} to ${range.max}; using ${range.default}`);
  return range.default;
}

function choice<T extends string>(
  name: string,
  text: string | null,
  options: readonly [T, ...T[]],
  safest: T,
  warn: (line: string) => void,
): T {
  if (text === null || text === '') return options[0];
  for (const option of options) if (option === text) return option;
  warn(`setting ${name}: not one of ${options.join(', ')}; using ${safest}`);
  return safest;
}
