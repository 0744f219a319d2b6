/** The words of the settings in the chosen language. */
import type { LanguageTag } from '../../../provider-scripts/src/realm/language/languages.ts';
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
import { wordsOf } from '../../../provider-scripts/src/realm/settings/words.ts';
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

/** A setting's label and sentences; its name as the label if these pages don't know it. */
export function settingWords(name: string): SettingText {
  return wordsOf(name, SETTING_TEXTS[language()]) ?? { label: name, text: '' };
}
