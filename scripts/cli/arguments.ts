/** Parses a command's arguments. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { WrongUsage } from './wrong-usage.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options of every command that administers a realm. */
export const REALM_OPTIONS = {
  server: { type: 'string' },
  realm: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies Options;

/**
 * Parses the options and positional arguments.
 * @throws WrongUsage for an unknown option or a missing value
 */
export function readArguments<T extends Options>(options: T, args: string[] = process.argv.slice(2)) {
  try {
    return parseArgs({
      args: withValues(args, options),
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

/** Joins an option and its value where the value begins with a dash, as a client's version may, unless that is an option, too. */
function withValues(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const [arg = '', next] = args.slice(i, i + 2);
    const takesNext = options[arg.replace(/^--/, '')]?.type === 'string' && next?.startsWith('-') === true;
    const isOption = next !== undefined && Object.hasOwn(options, next.replace(/^--|=.*$/g, ''));
    if (takesNext && !isOption) i += 1;
    joined.push(takesNext && !isOption ? `${arg}=${next}` : arg);
  }
  return joined;
}

/**
 * Returns the only positional argument, which is required.
 * @throws WrongUsage if it is missing, or there are more
 */
export function singleArgument(words: readonly string[], name: string): string {
  const [word, ...others] = words;
  if (word === undefined) throw new WrongUsage(`${name}: missing`);
  if (others.length > 0) throw new WrongUsage(`${others.join(' ')}: not expected after ${name} ${word}`);
  return word;
}

/**
 * Parses an option as a whole number; undefined if it was omitted.
 * @throws WrongUsage if it isn't a whole number
 */
export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new WrongUsage(`--${name}: "${text}" isn't a whole number`);
  return Number(text);
}
