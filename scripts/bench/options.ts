/** The command-line options of `npm run bench`, read and validated. */
import { readArguments, wholeNumber } from '../cli/arguments.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';

/** The parts, in the order in which they run. */
export const PART_NAMES = [
  'start',
  'first',
  'sign-in',
  'token',
  'refresh',
  'quiet',
  'email',
  'million',
  'nodes',
  'memory',
  'calls',
  'statements',
  'compilations',
  'profile',
] as const;
export type PartName = (typeof PART_NAMES)[number];

/** The options that compare two servers, in place of the parts. */
const COMPARISONS = ['against', 'against-options', 'against-aot', 'beside'] as const;

const DATABASES = ['postgres', 'embedded'] as const;

/** The sizes, by the names of their options, as required for the report: an hour on two otherwise idle cores. */
export const SIZES = {
  rounds: 6,
  'warm-up': 4000,
  'sign-ins': 1000,
  clients: 8,
  endurance: 100_000,
  calls: 20_000,
  rows: 1_000_000,
  minutes: 55,
} as const;

/** What to measure, and how much of it. */
export interface BenchOptions {
  parts: readonly PartName[];
  database: (typeof DATABASES)[number];
  /** The JDK that servers run on; default: `JAVA_HOME` or the one on the PATH. */
  java?: string;
  /** Another JAR to compare with this checkout's. */
  against?: string;
  /** Any JAR, on a server of its own, and the module by whose sign-ins that server is measured. */
  beside?: { jar: string; script: string };
  /** Java options to compare with none. */
  againstOptions?: string;
  /** Whether to compare with a server that has an AOT cache. */
  againstAot: boolean;
  /** Rounds of each kind, alternating. */
  rounds: number;
  /** Sign-ins before the first round of a measurement on a warm server. */
  warmUp: number;
  /** Sign-ins per round. */
  signIns: number;
  /** Concurrent clients. */
  clients: number;
  /** Number of sign-ins since the start after which memory is measured. */
  endurance: number;
  /** Calls by many clients between two measurements of the heap. */
  calls: number;
  /** Rows of each kind in the large database. */
  rows: number;
  /** When this time is up, no further part starts and the sign-ins of `endurance` stop. */
  minutes: number;
  /** Whether `docs/performance.md` is updated. */
  write: boolean;
  json: boolean;
  help: boolean;
}

/**
 * Parses the command's arguments.
 * @throws WrongUsage that names the option
 */
export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = readArguments(
    {
      parts: { type: 'string' },
      database: { type: 'string' },
      java: { type: 'string' },
      against: { type: 'string' },
      'against-options': { type: 'string' },
      'against-aot': { type: 'boolean' },
      beside: { type: 'string' },
      script: { type: 'string' },
      rounds: { type: 'string' },
      'warm-up': { type: 'string' },
      'sign-ins': { type: 'string' },
      clients: { type: 'string' },
      endurance: { type: 'string' },
      calls: { type: 'string' },
      rows: { type: 'string' },
      minutes: { type: 'string' },
      write: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    args,
  );
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const compared = COMPARISONS.filter((name) => values[name] !== undefined);
  if (compared.length > 1) throw new WrongUsage(`--${compared.join(' and --')}: one at a time`);
  const { beside: jar, script } = values;
  if ((jar === undefined) !== (script === undefined))
    throw new WrongUsage('--beside and --script: both, or neither');
  const size = (name: keyof typeof SIZES) => wholeNumber(name, values[name]) ?? SIZES[name];
  const positive = (name: keyof typeof SIZES) => {
    const value = size(name);
    if (value === 0) throw new WrongUsage(`--${name}: must be 1 or more`);
    return value;
  };
  return {
    parts: readParts(values.parts),
    database: oneOf('database', DATABASES, values.database ?? 'postgres'),
    ...(values.java !== undefined && { java: values.java }),
    ...(values.against !== undefined && { against: values.against }),
    ...(jar !== undefined && script !== undefined && { beside: { jar, script } }),
    ...(values['against-options'] !== undefined && { againstOptions: values['against-options'] }),
    againstAot: values['against-aot'] ?? false,
    rounds: positive('rounds'),
    warmUp: size('warm-up'),
    signIns: positive('sign-ins'),
    clients: positive('clients'),
    endurance: positive('endurance'),
    calls: positive('calls'),
    rows: positive('rows'),
    minutes: positive('minutes'),
    write: values.write ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

/** The sizes by the names of their options. */
export function sizesOf(options: BenchOptions): Record<string, number> {
  const { rounds, warmUp, signIns, clients, endurance, calls, rows } = options;
  return { rounds, 'warm-up': warmUp, 'sign-ins': signIns, clients, endurance, calls, rows };
}

function readParts(text: string | undefined): PartName[] {
  if (text === undefined) return [...PART_NAMES];
  const wanted = text.split(',').map((name) => oneOf('parts', PART_NAMES, name.trim()));
  return PART_NAMES.filter((name) => wanted.includes(name));
}

function oneOf<T extends string>(name: string, known: readonly T[], text: string): T {
  const found = known.find((value) => value === text);
  if (found === undefined) throw new WrongUsage(`--${name}: "${text}" is none of ${known.join(', ')}`);
  return found;
}
