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

/** The options of every command that can change something. */
export const CHANGE_OPTIONS = { ...REALM_OPTIONS, apply: { type: 'boolean' } } as const satisfies Options;

/** What those options mean, for the help of each command. */
const MEANINGS: Readonly<Record<keyof typeof CHANGE_OPTIONS, readonly [shown: string, meaning: string]>> = {
  apply: ['--apply', 'makes the changes; without it nothing is changed, and the run shows what it would do'],
  server: [
    '--server URL',
    'the server, such as https://id.example.com; without it the one started by npm start',
  ],
  realm: ['--realm NAME', 'the realm; required with --server, otherwise linkgate'],
  json: ['--json', 'the result as JSON'],
  help: ['--help', 'this text'],
};

/**
 * The lines of a command's help about its common options.
 * @param options as the command declares them
 * @param width the width of the column with the options
 * @param own what one of them means for this command
 */
export function commonHelp(
  options: Options,
  width: number,
  own: Partial<Record<keyof typeof CHANGE_OPTIONS, string>> = {},
): string {
  return (Object.keys(MEANINGS) as (keyof typeof CHANGE_OPTIONS)[])
    .filter((name) => Object.hasOwn(options, name))
    .map((name) => `  ${MEANINGS[name][0].padEnd(width)}${own[name] ?? MEANINGS[name][1]}`)
    .join('\n');
}

/** Options that no longer exist, and what to use instead. */
const FORMER_OPTIONS: Readonly<Record<string, string>> = {
  'dry-run': 'nothing is changed without --apply: omit --dry-run',
  'base-url': 'use --server and --realm',
};

/**
 * Parses the options and positional arguments.
 * @throws WrongUsage for an unknown option or a missing value
 */
export function readArguments<T extends Options>(options: T, args: string[] = process.argv.slice(2)) {
  const joined = withValues(args, options);
  try {
    return parseArgs({ args: joined, options, allowPositionals: true, strict: true });
  } catch (error) {
    const former = formerOption(options, joined);
    if (former !== undefined)
      throw new WrongUsage(`--${former}: no longer exists; ${FORMER_OPTIONS[former]}`);
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

/** The first option among the arguments that no longer exists. */
function formerOption(options: Options, args: string[]): string | undefined {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  return tokens
    .flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    .find((name) => !Object.hasOwn(options, name) && Object.hasOwn(FORMER_OPTIONS, name));
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

/** What an action of a command takes beside the options of every action. */
interface ActionArguments<Name extends string> {
  /** Whether it can change something, so that it takes `--apply`. */
  readonly changes?: true;
  /** Its positional arguments, all required but the last ones with a question mark; three dots stand for any number. */
  readonly words?: readonly string[];
  /** Its own options. */
  readonly options?: readonly Name[];
  /** Those of them that it needs. */
  readonly required?: readonly Name[];
}

/** The actions of a command by name. */
export type Actions<Name extends string> = Readonly<Record<string, ActionArguments<Name>>>;

/**
 * Parses the arguments of a command with actions, such as `clients list`. `action` is undefined if the help is requested.
 * @throws WrongUsage for an unknown action, and for an option or argument that the action doesn't take or lacks
 */
export function readAction<T extends Options, A extends Actions<string>>(
  options: T,
  actions: A,
  args?: string[],
) {
  const { values, positionals } = readArguments(options, args);
  const given: Readonly<Record<string, unknown>> = values;
  const [name, ...words] = positionals;
  if (given.help === true) return { values, words, action: undefined };
  if (name === undefined || !Object.hasOwn(actions, name))
    throw new WrongUsage(`${name ?? 'no action'}: use ${oneOf(Object.keys(actions))}`);
  const { changes, words: expected = [], options: own = [], required = [] } = actions[name] ?? {};
  const common = Object.keys(changes ? CHANGE_OPTIONS : REALM_OPTIONS);
  const unsupported = Object.keys(given).find((option) => !common.includes(option) && !own.includes(option));
  if (unsupported !== undefined) throw new WrongUsage(`--${unsupported}: not an option of ${name}`);
  const needed = expected.filter((word) => !/\?$|\.\.\.$/.test(word));
  const lacking = needed[words.length];
  if (lacking !== undefined) throw new WrongUsage(`${lacking}: missing`);
  const isOpen = expected.at(-1)?.endsWith('...') === true;
  const extra = isOpen ? [] : words.slice(expected.length);
  if (extra.length > 0) throw new WrongUsage(`${extra.join(' ')}: not expected`);
  const missing = required.find((option) => given[option] === undefined);
  if (missing !== undefined) throw new WrongUsage(`--${missing}: missing`);
  return { values, words, action: name as keyof A & string };
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(', ')}`;
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
