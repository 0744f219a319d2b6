/** What the text of a setting may be: how it is read, and how administrators, pages and JSON Schema are told. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { parseCidrs } from '../../platform/limits/addresses.ts';
import type { LimitValue } from '../../platform/limits/limits.ts';
import { MAX_REFRESH_DAYS, type OfferSchedule, type RefreshTokens } from './choices.ts';
import { looksLikeLink } from './link-like.ts';

/** A malformed value's place: the setting's name, and its text. */
interface Malformed {
  readonly setting: string;
  readonly given: string;
}

/** What a page lets an administrator set it with. */
export type Type = 'switch' | 'choice' | 'number' | 'list' | 'offers' | 'refresh-tokens' | 'text';

/** A kind of values. */
export interface Kind<T> {
  readonly type: Type;
  /** Reads a text that isn't empty; undefined if it is malformed. */
  read(text: string): T | undefined;
  /** The value of a setting that is absent by default. */
  readonly none?: T;
  /** The findings about a text that `read` can't read. */
  findings(malformed: Malformed): readonly Finding[];
  /** Whether `read` leaves out what is malformed instead. */
  readonly isLenient?: true;
  /** The JSON Schema of its texts, without what only `read` can tell. */
  readonly schema: { readonly enum: readonly string[] } | { readonly pattern: string };
  /** Its values, in Markdown. */
  readonly values: string;
  /** The listed values, if it has any. */
  readonly choices?: readonly string[];
  /** The bounds and the unit of a whole number. */
  readonly bounds?: { readonly min: number; readonly max: number; readonly unit: 'seconds' | null };
  /** The highest value of a limit. */
  readonly maxLimit?: LimitValue;
  /** The longest text, in characters. */
  readonly maxLength?: number;
  /** A malformed text as it may be shown; as it is, unless something in it may be a secret. */
  shown?(text: string): string;
}

const code = (text: string) => `\`${text}\``;

/** One of some values. */
export function choice<const T extends string>(choices: readonly T[]): Kind<T> {
  return {
    type: 'choice',
    read: (text) => choices.find((one) => one === text),
    findings: (malformed) => [finding('value-not-one-of', { ...malformed, choices: choices.join(', ') })],
    schema: { enum: choices },
    values: choices.map(code).join(', '),
    choices,
  };
}

/** On or off. */
export const SWITCH: Kind<boolean> = {
  ...map(choice(['true', 'false']), (text) => text === 'true'),
  type: 'switch',
};

/** The same texts, read as something else. */
function map<S, T>({ none: _, ...kind }: Kind<S>, to: (value: S) => T): Kind<T> {
  return {
    ...kind,
    read(text) {
      const value = kind.read(text);
      return value === undefined ? undefined : to(value);
    },
  };
}

/** A whole number of a range. */
export function wholeNumber(min: number, max: number, unit: 'seconds' | null = null): Kind<number> {
  return {
    type: 'number',
    read(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    findings: (malformed) => [finding('value-not-whole-number', { ...malformed, min, max })],
    schema: { pattern: '^\\d{1,9}$' },
    values: `whole number from ${code(String(min))} to ${code(String(max))}`,
    bounds: { min, max, unit },
  };
}

/** A text of a form, and what it is read as. */
function form<T>(
  shape: RegExp,
  values: string,
  example: string,
  parse: (match: RegExpExecArray) => T,
): Kind<T> {
  return {
    type: 'text',
    read(text) {
      const match = shape.exec(text);
      return match === null ? undefined : parse(match);
    },
    findings: (malformed) => [finding('value-malformed', { ...malformed, example })],
    schema: { pattern: shape.source },
    values,
  };
}

/** A text of a form, as it is. */
export function text(shape: RegExp, values: string, example: string): Kind<string> {
  return { ...form(shape, values, example, ([all]) => all), none: '' };
}

/** Names of a form, separated by spaces; `max` of them, if there is a bound. */
export function names(name: string, values: string, example: string, max?: number): Kind<readonly string[]> {
  const shape = new RegExp(`^${name}( ${name})${max === undefined ? '*' : `{0,${max - 1}}`}$`);
  return { ...form(shape, values, example, ([all]) => all.split(' ')), type: 'list', none: [] };
}

/** A limit: `count/seconds`. */
export function limit(max: LimitValue): Kind<LimitValue> {
  const shape = form(/^\s*([1-9]\d{0,8})\/([1-9]\d{0,8})\s*$/, '', '', ([, count, seconds]) => ({
    count: Number(count),
    seconds: Number(seconds),
  }));
  return {
    ...shape,
    read(text) {
      const value = shape.read(text);
      return value !== undefined && value.count <= max.count && value.seconds <= max.seconds
        ? value
        : undefined;
    },
    findings: (malformed) => [
      finding('limit-malformed', { ...malformed, max: max.count, max_seconds: max.seconds }),
    ],
    values: `${code('count/seconds')}, up to ${code(`${max.count}/${max.seconds}`)}`,
    maxLimit: max,
  };
}

/** Addresses and networks; what isn't one of them is left out. */
export const NETWORKS: Kind<ReturnType<typeof parseCidrs>['cidrs']> = {
  type: 'list',
  read: (text) => parseCidrs(text).cidrs,
  isLenient: true,
  none: [],
  findings: ({ setting, given }) =>
    parseCidrs(given).malformed.map((one) => finding('network-malformed', { setting, given: one })),
  schema: { pattern: '^[0-9a-fA-F:./ ,]*$' },
  values: `addresses and networks such as ${code('10.0.0.0/8')}, separated by spaces or commas`,
};

/** Which refresh tokens a client gets. */
export const REFRESH_TOKENS: Kind<RefreshTokens> = {
  ...form(
    /^(off|session|[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/,
    `\`off\`, \`session\`, or days from \`1\` to \`${MAX_REFRESH_DAYS}\``,
    'off, session, 30',
    ([all]): RefreshTokens => (all === 'off' || all === 'session' ? all : { days: Number(all) }),
  ),
  type: 'refresh-tokens',
};

/** `count/days`. */
export const OFFERS: Kind<OfferSchedule> = {
  ...form(
    /^([1-9]\d?)\/(0|[1-9]\d{0,2})$/,
    '`count/days`, count from `1` to `99`, days from `0` to `999`',
    '3/30',
    ([, count, days]) => ({ count: Number(count), days: Number(days) }),
  ),
  type: 'offers',
};

/** An email address in ASCII; its longest part is 64 characters (RFC 5321, section 4.5.3.1). */
export const ADDRESS = text(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/,
  'an email address',
  'sign-in@example.com',
);

/** An https address without a query, in ASCII. */
export const HTTPS_ADDRESS = /^https:\/\/[A-Za-z0-9.-]+(?::[1-9]\d{0,4})?(?:\/[A-Za-z0-9._~%@+/-]{0,200})?$/;

/** A colour: `#rrggbb`. */
export const COLOUR = text(/^#[0-9a-f]{6}$/i, '`#rrggbb`', '#2347c5');

/** One line of plain text: no control characters, which could start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]+$/;

/** One line of text without anything that looks like a link. */
export function line(maxLength: number): Kind<string> {
  const isOneLine = (given: string) => given.length <= maxLength && ONE_LINE.test(given);
  return {
    type: 'text',
    read: (given) => (isOneLine(given) && !looksLikeLink(given) ? given : undefined),
    findings: ({ setting, given }) => [
      isOneLine(given)
        ? finding('value-with-link', { setting })
        : finding('value-not-one-line', { setting, max: maxLength }),
    ],
    none: '',
    schema: { pattern: ONE_LINE.source },
    values: `one line, ${maxLength} characters`,
    maxLength,
  };
}

/** A text of a form that isn't longer than this. */
export function bounded(kind: Kind<string>, maxLength: number): Kind<string> {
  return {
    ...kind,
    read: (given) => (given.length <= maxLength ? kind.read(given) : undefined),
    values: `${kind.values}, ${maxLength} characters`,
    maxLength,
  };
}
