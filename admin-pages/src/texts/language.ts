/** The language of the application: chosen, kept in the browser, and said to it. */
import { directionOf, LANGUAGES } from '../../../provider-scripts/src/language/languages.ts';
import { language, speak } from './texts.ts';

const KEPT_KEY = 'linkgate-admin-language';

/** Chooses one, for this browser from now on. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(KEPT_KEY, tag);
  use(tag);
}

/** Begins with the one that was chosen before, or the browser's. */
export function beginLanguage(): void {
  const wished = [localStorage.getItem(KEPT_KEY) ?? '', ...navigator.languages];
  const known = wished
    .map((tag) => tag.split('-')[0])
    .find((tag) => LANGUAGES.some((one) => one.tag === tag));
  use(known ?? 'en');
}

function use(tag: string): void {
  speak(tag);
  document.documentElement.lang = language();
  document.documentElement.dir = directionOf(language());
}
