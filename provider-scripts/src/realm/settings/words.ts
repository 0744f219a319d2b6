/** The words of settings in English, as the console and the documents show them. */
import type { Setting } from './table.ts';
import { EN, type SettingText } from './texts/en.ts';

const TEXTS: Readonly<Record<string, SettingText>> = EN;

/** A setting's label and sentences. A client's setting that replaces the step's has those of the step's; so do texts for one language. */
export function textOf({ name, replaces = name }: Pick<Setting, 'name' | 'replaces'>): SettingText {
  const found = TEXTS[replaces];
  if (found === undefined) throw new Error(`no words for the setting ${name}`);
  return found;
}
