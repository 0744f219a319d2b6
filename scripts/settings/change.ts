/** Sets and resets settings; the server validates what would change, too. */

import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import type { ShownSetting } from '../../provider-scripts/src/realm/settings/shown.ts';
import { textOf } from '../../provider-scripts/src/realm/settings/words.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import type { SettingsInput, SettingsOf } from '../admin/settings.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { type Change, fieldChanges } from '../seed/change.ts';
import type { Plan } from '../seed/plan.ts';
import { findPlace, type PlaceOptions, settingsNamed } from './place.ts';
import { fileNotes, problemsOf } from './show.ts';

/** The texts to store by name; null resets a setting. */
export type Texts = ReadonlyMap<string, string | null>;

/**
 * The names and values that follow each other in the words of a command.
 * @throws WrongUsage for a name without a value, an empty value, and a name that is given twice
 */
export function readTexts(words: readonly string[]): Texts {
  const texts = new Map<string, string>();
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', value] = words.slice(i, i + 2);
    if (value === undefined) throw new WrongUsage(`${name}: its value is missing`);
    if (value === '') throw new WrongUsage(`${name}: has an empty value; reset removes it`);
    if (texts.has(name)) throw new WrongUsage(`${name}: given twice`);
    texts.set(name, value);
  }
  return texts;
}

/**
 * Stores texts.
 * @throws Failure that names each setting that isn't one, and each value that wouldn't act; nothing is changed then
 */
export async function changeSettings(admin: RealmAdmin, texts: Texts, options: PlaceOptions): Promise<Plan> {
  const place = await findPlace(admin, options);
  const { object, of, put } = place;
  const settings = settingsNamed(place, [...texts.keys()]);
  const input: SettingsInput = { version: of.version, changes: Object.fromEntries(texts) };
  const changes: Change[] = fieldChanges(
    admin.realm,
    object,
    settings
      .map(({ name, value }) => ({ field: name, before: value ?? undefined, after: texts.get(name) ?? null }))
      .filter(({ before, after }) => (before ?? null) !== after),
  );
  return {
    preview: async () => {
      await put({ ...input, dry_run: true });
      return { changes, notes: settings.flatMap((setting) => notesOf(setting, texts)) };
    },
    apply: async () => {
      const now = await put(input);
      const stored = namesIn(now, settings);
      return {
        result: { changes, settings: stored },
        text: stored.flatMap((one) => [storedText(one), ...problemsOf(one), ...fileNotes(one)]).join('\n'),
      };
    },
  };
}

function namesIn({ settings }: SettingsOf, of: readonly ShownSetting[]): ShownSetting[] {
  return settings.filter(({ name }) => of.some((one) => one.name === name));
}

/** What a change means, in the words of the page. */
function notesOf(setting: ShownSetting, texts: Texts): string[] {
  const { value, default: fallback } = setting;
  const now = value ?? fallback;
  const then = texts.get(setting.name) ?? fallback;
  return [
    inOneLine(
      `${textOf(setting).label}: ${now || 'not set'} → ${then || 'not set'}${then === fallback ? ' (the default)' : ''}`,
    ),
    ...fileNotes(setting),
  ];
}

function storedText({ name, value, default: fallback }: ShownSetting): string {
  return value === null ? `${name}: the default: ${fallback || 'not set'}` : `${name}: ${value}`;
}
