/** The languages that Linkgate supports: on pages, in emails, on the administrators' pages and in the demo. */

export type Direction = 'ltr' | 'rtl';

export interface LanguageRow {
  /** Its tag (RFC 5646). */
  readonly tag: string;
  /** Its name in the language itself. */
  readonly name: string;
  readonly direction: Direction;
}

/** In the order in which pages list them; the first one is the default. */
export const LANGUAGES = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
] as const satisfies readonly LanguageRow[];

export type LanguageTag = (typeof LANGUAGES)[number]['tag'];

/** Languages written from right to left that a realm's own theme may add. */
const OTHERS_RIGHT_TO_LEFT: readonly string[] = ['fa', 'he', 'ur'];

/** Returns a language's direction of writing, by a tag with or without a region; left to right for an unknown one. */
export function directionOf(tag: string, languages: readonly LanguageRow[] = LANGUAGES): Direction {
  const [language = ''] = tag.split('-');
  const listed = languages.find((one) => one.tag === tag) ?? languages.find((one) => one.tag === language);
  return listed?.direction ?? (OTHERS_RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');
}
