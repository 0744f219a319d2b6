/** The application's texts in the language that is chosen, and times and numbers as users write them there. */
import { LANGUAGES, type LanguageTag } from '../../../provider-scripts/src/language/languages.ts';
import { AR } from './ar.ts';
import { DE } from './de.ts';
import { EN, type TextKey, type Texts } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { inNumber } from './plural.ts';

export type { TextKey };

/** The texts of each language of the list. */
export const TEXTS: Readonly<Record<LanguageTag, Texts>> = { en: EN, de: DE, fr: FR, es: ES, ja: JA, ar: AR };

let current: LanguageTag = LANGUAGES[0].tag;

/** The language that is chosen. */
export function language(): LanguageTag {
  return current;
}

/** From now on texts are in that one, or in English where there is none of it. */
export function speak(tag: string): void {
  current = (LANGUAGES.find((one) => one.tag === tag) ?? LANGUAGES[0]).tag;
}

/**
 * A text; `{name}` in it becomes the value of that name, and `{name, plural, one {# line} other {# lines}}` what its number takes in the
 * language (ICU MessageFormat).
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return inNumber(TEXTS[current][key], current, values).replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** The text of something that the server names, or that name where it is newer than these pages. */
export function named(prefix: string, name: string, values?: Parameters<typeof t>[1]): string {
  return textOf(prefix, name, values) ?? name;
}

/** The same, or null where it is newer than these pages. */
export function textOf(prefix: string, name: string, values?: Parameters<typeof t>[1]): string | null {
  const key = `${prefix}.${name}`;
  return Object.hasOwn(EN, key) ? t(key as TextKey, values) : null;
}

export function number(value: number): string {
  return new Intl.NumberFormat(current).format(value);
}

/** A day and a time, of seconds since 1970. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(current, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** How long something takes, in its largest unit that is whole, or to one decimal. */
export function duration(seconds: number): string {
  const [unit, size] =
    seconds >= 2 * DAY || (seconds >= DAY && seconds % DAY === 0)
      ? (['day', DAY] as const)
      : seconds >= 2 * HOUR || (seconds >= HOUR && seconds % HOUR === 0)
        ? (['hour', HOUR] as const)
        : seconds >= 2 * MINUTE || (seconds >= MINUTE && seconds % MINUTE === 0)
          ? (['minute', MINUTE] as const)
          : (['second', 1] as const);
  return new Intl.NumberFormat(current, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(seconds / size);
}
