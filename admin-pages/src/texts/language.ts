/** The application's language: chosen, stored in the browser, set on the document. */
import { directionOf, LANGUAGES } from '../../../provider-scripts/src/realm/language/languages.ts';
import { language, setLanguage } from './texts.ts';

const STORAGE_KEY = 'linkgate-admin-language';

/** Applies a language, and stores it in this browser. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(STORAGE_KEY, tag);
  apply(tag);
}

/** Applies the stored language, or the browser's. */
export function initLanguage(): void {
  const preferred = [localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages];
  const supported = preferred
    .map((tag) => tag.split('-')[0])
    .find((tag) => LANGUAGES.some((one) => one.tag === tag));
  apply(supported ?? 'en');
}

function apply(tag: string): void {
  setLanguage(tag);
  document.documentElement.lang = language();
  document.documentElement.dir = directionOf(language());
}
