/** The application's language: chosen, stored in the browser, set on the document. */
import { directionOf, LANGUAGES } from '../../../provider-scripts/src/language/languages.ts';
import { language, setLanguage } from './texts.ts';

const KEPT_KEY = 'linkgate-admin-language';

/** Sets the language, and stores it in this browser. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(KEPT_KEY, tag);
  use(tag);
}

/** Applies the stored language, or the browser's. */
export function initLanguage(): void {
  const wished = [localStorage.getItem(KEPT_KEY) ?? '', ...navigator.languages];
  const known = wished
    .map((tag) => tag.split('-')[0])
    .find((tag) => LANGUAGES.some((one) => one.tag === tag));
  use(known ?? 'en');
}

function use(tag: string): void {
  setLanguage(tag);
  document.documentElement.lang = language();
  document.documentElement.dir = directionOf(language());
}
