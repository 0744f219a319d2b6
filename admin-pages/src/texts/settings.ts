/** The words of the settings in the chosen language. */
import type { LanguageTag } from '../../../provider-scripts/src/realm/language/languages.ts';
import { SIGN_IN_OF_CLIENT_LIST } from '../../../provider-scripts/src/realm/settings/table.ts';
import { AR } from '../../../provider-scripts/src/realm/settings/texts/ar.ts';
import { DE } from '../../../provider-scripts/src/realm/settings/texts/de.ts';
import {
  EN,
  type SettingText,
  type SettingTexts,
} from '../../../provider-scripts/src/realm/settings/texts/en.ts';
import { ES } from '../../../provider-scripts/src/realm/settings/texts/es.ts';
import { FR } from '../../../provider-scripts/src/realm/settings/texts/fr.ts';
import { JA } from '../../../provider-scripts/src/realm/settings/texts/ja.ts';
import { language } from './texts.ts';

/** The words by language. */
export const SETTING_TEXTS: Readonly<Record<LanguageTag, SettingTexts>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  ja: JA,
  ar: AR,
};

/** The settings of the step, by the name of the client's setting that replaces each: it has the same words. */
const REPLACED = new Map(SIGN_IN_OF_CLIENT_LIST.map(({ name, replaces = name }) => [name, replaces]));

/** A setting's label and sentences; its name as the label if these pages don't know it. */
export function settingWords(name: string): SettingText {
  const words = SETTING_TEXTS[language()];
  const key = REPLACED.get(name) ?? name;
  return Object.hasOwn(words, key) ? words[key as keyof SettingTexts] : { label: name, text: '' };
}
