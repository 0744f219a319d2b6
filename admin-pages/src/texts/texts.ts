/** The application's texts, times and numbers in the chosen language. */
import { LANGUAGES, type LanguageTag } from '../../../provider-scripts/src/realm/language/languages.ts';
import { AR } from './ar.ts';
import { DE } from './de.ts';
import { EN, type TextKey, type Texts } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { formatPlural } from './plural.ts';

export type { TextKey };

/** The texts by language. */
export const TEXTS: Readonly<Record<LanguageTag, Texts>> = { en: EN, de: DE, fr: FR, es: ES, ja: JA, ar: AR };

let current: LanguageTag = LANGUAGES[0].tag;

/** The chosen language. */
export function language(): LanguageTag {
  return current;
}

/** Sets the language; falls back to English for one without texts. */
export function setLanguage(tag: string): void {
  current = (LANGUAGES.find((one) => one.tag === tag) ?? LANGUAGES[0]).tag;
}

/**
 * Formats a text: `{name}` becomes the value of that name, and `{name, plural, one {# line} other {# lines}}` the form that its number has in the
 * language (ICU MessageFormat).
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return formatPlural(TEXTS[current][key], current, values).replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a name that the server sends, or the name itself if these pages don't know it. */
export function named(prefix: string, name: string, values?: Parameters<typeof t>[1]): string {
  return textOf(prefix, name, values) ?? name;
}

/** The same, or null if these pages don't know the name. */
export function textOf(prefix: string, name: string, values?: Parameters<typeof t>[1]): string | null {
  const key = `${prefix}.${name}`;
  return Object.hasOwn(EN, key) ? t(key as TextKey, values) : null;
}

/**
 * The browser's variant of the chosen language, such as American English, with Western digits in every language. Without one, English is
 * British, like the texts.
 */
function locale(): string {
  const variant = globalThis.navigator?.languages?.find((tag) => tag.startsWith(`${current}-`));
  return `${variant?.split('-u-')[0] ?? (current === 'en' ? 'en-GB' : current)}-u-nu-latn`;
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** Names of which any one suffices: "a, b or c". */
export function alternatives(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names);
}

/** Formats seconds since 1970. */
export function dateTime(seconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(seconds * 1000);
}

/** Formats seconds since 1970 as date and time. */
export function moment(seconds: number): string {
  return dateTime(seconds, { dateStyle: 'medium', timeStyle: 'short' });
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Formats a waiting time: whole minutes or hours, except for the last minute. */
export function waitingTime(seconds: number): string {
  const unit = seconds < 1.5 * MINUTE ? 1 : seconds < 1.5 * HOUR ? MINUTE : HOUR;
  return duration(unit * Math.round(seconds / unit));
}

/** Formats a duration in its largest whole unit, or with one decimal. */
export function duration(seconds: number): string {
  const [unit, size] = unitOf(seconds);
  return number(seconds / size, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
}

/** Formats a range of durations in the unit of the shorter one: "10–30 seconds". */
export function durationRange(from: number, to: number): string {
  const [unit, size] = unitOf(from);
  const format = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.formatRange(from / size, to / size);
}

/** Formats seconds as a time in the past: "5 minutes ago". */
export function timeSince(seconds: number): string {
  const [unit, size] = unitOf(seconds);
  return new Intl.RelativeTimeFormat(locale()).format(-Math.round((10 * seconds) / size) / 10, unit);
}

/** The largest whole unit of a duration, and its length in seconds. */
function unitOf(seconds: number): readonly ['day' | 'hour' | 'minute' | 'second', number] {
  if (seconds >= 2 * DAY || (seconds >= DAY && seconds % DAY === 0)) return ['day', DAY];
  if (seconds >= 2 * HOUR || (seconds >= HOUR && seconds % HOUR === 0)) return ['hour', HOUR];
  if (seconds >= 2 * MINUTE || (seconds >= MINUTE && seconds % MINUTE === 0)) return ['minute', MINUTE];
  return ['second', 1];
}
