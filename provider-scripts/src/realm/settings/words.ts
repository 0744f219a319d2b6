/** The words of settings: in English, as the console, the commands and the documents show them, or in the language of a page. */
import { SETTINGS, type Setting } from './table.ts';
import { EN, type SettingText, type SettingTexts } from './texts/en.ts';

/** The setting whose words each one has. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  [...SETTINGS.step, ...SETTINGS.realm, ...SETTINGS.client, ...SETTINGS.scope].map(
    ({ name, replaces = name }) => [name, replaces],
  ),
);

/** The label and sentences of a setting in these texts; undefined if no setting has this name. */
export function wordsOf(name: string, texts: SettingTexts): SettingText | undefined {
  return Object.hasOwn(KEYS, name) ? texts[KEYS[name] as keyof SettingTexts] : undefined;
}

/** Those in English. */
export function textOf({ name }: Pick<Setting, 'name'>): SettingText {
  const found = wordsOf(name, EN);
  if (found === undefined) throw new Error(`no words for the setting ${name}`);
  return found;
}
