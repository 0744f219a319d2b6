/** Shows settings: in the groups of the page Settings, and each with its words, its default and what is wrong with it. */

import { EN } from '../../admin-pages/src/texts/en.ts';
import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { fill } from '../../provider-scripts/src/platform/errors/text.ts';
import { lackOf } from '../../provider-scripts/src/realm/settings/needs.ts';
import type { ShownSetting } from '../../provider-scripts/src/realm/settings/shown.ts';
import { GROUPS } from '../../provider-scripts/src/realm/settings/table.ts';
import { textOf } from '../../provider-scripts/src/realm/settings/words.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { fetchSettings, type SettingsOf, type StepSettings } from '../admin/settings.ts';
import { table } from '../cli/table.ts';
import type { Outcome } from '../seed/plan.ts';
import { findPlace, type PlaceOptions, settingsNamed } from './place.ts';

/** All settings of the realm and its steps, or those of one client or step. */
export async function listSettings(admin: RealmAdmin, options: PlaceOptions): Promise<Outcome> {
  if (options.client === undefined && options.step === undefined) {
    const all = await fetchSettings(admin);
    const steps = all.steps.map((step) => [stepTitle(step), ...sectionOf(step)].join('\n'));
    return { result: all, text: [...groupsOf(all), ...steps].join('\n\n') };
  }
  const { of } = await findPlace(admin, options);
  return { result: of, text: groupsOf(of).join('\n\n') };
}

/** One setting. */
export async function getSetting(admin: RealmAdmin, name: string, options: PlaceOptions): Promise<Outcome> {
  const [setting] = settingsNamed(await findPlace(admin, options), [name]);
  if (setting === undefined) throw new Error(`no setting ${name}`);
  const { label, text } = textOf(setting);
  const { value, file, acting } = setting;
  const rows = [
    ['setting', label],
    ['meaning', text],
    ['value', value ?? 'not set'],
    ['default', setting.default],
    ...(value === null || value === acting ? [] : [['acting', acting]]),
    ...(file === null ? [] : [['file', file]]),
  ];
  return {
    result: setting,
    text: [table([name, ''], rows), ...problemsOf(setting), ...fileNotes(setting)].join('\n'),
  };
}

/** What is wrong with a setting, one line each: malformed values with what acts, and what it lacks. */
export function problemsOf({ name, findings, needs, acting }: ShownSetting): string[] {
  const counts = fill(EN['settings.acting'], { value: acting });
  return [
    ...findings.map(({ message }) => inOneLine(`${message}. ${counts}`)),
    ...needs
      .filter(({ met }) => !met)
      .map(({ id, console }) => {
        const where = console === null ? '' : ` (Keycloak’s console: ${console})`;
        return `${lackOf(id, name).message}${where}`;
      }),
  ];
}

/** That a file sets it, if one does. */
export function fileNotes({ name, file }: ShownSetting): string[] {
  return file === null ? [] : [inOneLine(`${name}: ${fill(EN['settings.file'], { file })}`)];
}

/** The groups of the page with their settings, and what has no effect. */
export function groupsOf({ settings, unknown = [] }: SettingsOf): string[] {
  const groups = GROUPS.map((group) => ({ group, of: settings.filter((one) => one.group === group) }))
    .filter(({ of }) => of.length > 0)
    .map(({ group, of }) => [EN[`settings.group.${group}`], ...sectionOf({ settings: of })].join('\n'));
  return [...groups, ...(unknown.length === 0 ? [] : [unknownText(unknown)])];
}

/** A table of settings, and what is wrong with them. */
function sectionOf({ settings, unknown = [] }: Pick<SettingsOf, 'settings' | 'unknown'>): string[] {
  return [
    table(['name', 'setting', 'value', '', 'set by'], settings.map(row)),
    ...settings.flatMap(problemsOf),
    ...(unknown.length === 0 ? [] : [unknownText(unknown)]),
  ];
}

function row(setting: ShownSetting): string[] {
  const { name, value, default: fallback, file } = setting;
  const isDefault = value === null || value === fallback;
  const text = value ?? fallback;
  return [
    name,
    textOf(setting).label,
    text === '' ? 'not set' : text,
    isDefault ? '' : `${EN['settings.changed'].toLowerCase()} (${fallback || 'not set'})`,
    file ?? '',
  ];
}

function unknownText(unknown: NonNullable<SettingsOf['unknown']>): string {
  return [`${EN['settings.unknown']}:`, ...unknown.map(({ message }) => inOneLine(message))].join('\n');
}

/** As on the page. */
function stepTitle({ id, flow, bound_as: bound }: StepSettings): string {
  const uses = bound.map((use) => EN[`flow-use.${use}` as keyof typeof EN] ?? use).join(', ');
  const title = fill(EN['settings.step'], { flow });
  return inOneLine(
    `${title} (${id}). ${bound.length === 0 ? EN['settings.unbound'] : fill(EN['settings.bound'], { bound: uses })}`,
  );
}
