/** A setting as the admin API shows it: what may be set, what is stored, and what acts. */
import type { Finding } from '../../platform/errors/finding.ts';
import type { Type } from './kinds.ts';
import { findingsOf } from './read.ts';
import {
  actsIn,
  type Group,
  type Level,
  type Need,
  type RealmKind,
  SETTINGS,
  type Setting,
} from './table.ts';

/** What a setting needs, and whether it has it. */
export interface ShownNeed {
  readonly id: Need;
  /** Only false if the setting is on. */
  readonly met: boolean;
  /** The page of Keycloak's admin console where it is turned on, after `#/{realm}/`. */
  readonly console: string | null;
  /** The setting that turns it on. */
  readonly setting: string | null;
}

/** A setting; texts are as stored. */
export interface ShownSetting {
  readonly name: string;
  readonly group: Group;
  readonly type: Type;
  readonly choices: readonly string[] | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: 'seconds' | null;
  readonly default: string;
  readonly value: string | null;
  readonly acting: string;
  readonly findings: readonly Finding[];
  readonly needs: readonly ShownNeed[];
  readonly file: string | null;
}

/** Where settings are stored, and what is known of them there. */
export interface Place {
  readonly level: Level;
  readonly realmKind: RealmKind;
  /** The names of the settings that act there, if not all of the level do. */
  readonly only?: readonly string[] | undefined;
  /** The stored text of a setting; null if absent. */
  readonly raw: (name: string) => string | null;
  /** What acts for a setting that is absent, if not its default. */
  readonly inherited?: (setting: Setting) => string | undefined;
  /** What a setting needs. */
  readonly needs?: (setting: Setting, text: string | null) => readonly ShownNeed[];
  /** The realm file that set it. */
  readonly file?: (name: string) => string | null;
}

/** A setting that a page sets. */
export type PageSetting = Setting & { readonly group: Group };

/** The settings that a page sets at a place: those that act in this kind of realm. */
export function settingsAt({
  level,
  realmKind,
  only,
}: Pick<Place, 'level' | 'realmKind' | 'only'>): PageSetting[] {
  return SETTINGS[level].filter(
    (one): one is PageSetting =>
      one.group !== undefined && actsIn(one, realmKind) && (only === undefined || only.includes(one.name)),
  );
}

/** All settings of a place. */
export function showSettings(place: Place): ShownSetting[] {
  return settingsAt(place).map((setting) => show(setting, place));
}

function show(setting: PageSetting, place: Place): ShownSetting {
  const { name, group, kind, absent } = setting;
  const text = storedText(place, name);
  const inherited = place.inherited?.(setting) ?? absent;
  const findings = findingsOf(setting, text);
  return {
    name,
    group,
    type: kind.type,
    choices: kind.type === 'choice' ? (kind.choices ?? null) : null,
    min: kind.bounds?.min ?? null,
    max: kind.bounds?.max ?? null,
    unit: kind.bounds?.unit ?? null,
    default: inherited,
    value: text === null || setting.kind.read(text) !== undefined ? text : (kind.shown?.(text) ?? text),
    acting: actingText(setting, text, inherited),
    findings,
    needs: place.needs?.(setting, text) ?? [],
    file: place.file?.(name) ?? null,
  };
}

function storedText({ raw }: Pick<Place, 'raw'>, name: string): string | null {
  const text = raw(name);
  return text === '' ? null : text;
}

/** The text that acts: the stored one unless it is malformed. */
function actingText(setting: Setting, text: string | null, inherited: string): string {
  if (text === null) return inherited;
  return setting.kind.read(text) === undefined ? (setting.malformed ?? inherited) : text;
}

/** Whether a setting is set to something other than what acts without a value, so that it matters whether it has what it needs. */
export function isOn(setting: Setting, text: string | null): boolean {
  return text !== null && text !== '' && actingText(setting, text, setting.absent) !== setting.absent;
}
