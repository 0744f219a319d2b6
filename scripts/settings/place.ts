/** Where the settings are that a command shows or changes: the realm, the step in a flow, or a client. */

import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { findingsAbout, settingNamed } from '../../provider-scripts/src/realm/settings/attributes.ts';
import type { ShownSetting } from '../../provider-scripts/src/realm/settings/shown.ts';
import {
  BRANDING_PREFIX,
  CLIENT,
  type Level,
  REALM,
  SETTINGS_OF_LIMITS,
} from '../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import {
  fetchClientSettings,
  fetchSettings,
  putClientSettings,
  putSettings,
  type RealmSettings,
  type SettingsInput,
  type SettingsOf,
  type StepSettings,
} from '../admin/settings.ts';
import { findClient } from '../clients/find.ts';
import { Failure } from '../failure.ts';

/** The options that name it; the realm without one. */
export interface PlaceOptions {
  readonly client?: string | undefined;
  /** A flow's alias, or the id of the step's execution. */
  readonly step?: string | undefined;
}

/** A place with its settings. */
export interface Place {
  readonly level: Extract<Level, 'realm' | 'step' | 'client'>;
  /** What a change of it is called, such as `client demo-web`. */
  readonly object: string;
  readonly of: SettingsOf;
  /** Changes them; returns what is stored then. */
  readonly put: (input: SettingsInput) => Promise<SettingsOf>;
}

/**
 * The place that the options name, of which at most one is given.
 * @throws Failure if there is no such client or step, or several steps
 */
export async function findPlace(admin: RealmAdmin, { client, step }: PlaceOptions): Promise<Place> {
  if (client !== undefined) {
    const found = await findClient(admin, client);
    return {
      level: 'client',
      object: `client ${client}`,
      of: await fetchClientSettings(admin, found),
      put: (input) => putClientSettings(admin, found, input),
    };
  }
  const all = await fetchSettings(admin);
  if (step === undefined)
    return { level: 'realm', object: 'realm', of: all, put: (input) => putSettings(admin, input) };
  const found = findStep(all, step);
  const { id, flow } = found;
  return {
    level: 'step',
    object: `step of the flow ${flow}`,
    of: found,
    put: async (input) => findStep(await putSettings(admin, input, id), id),
  };
}

function findStep({ steps }: RealmSettings, name: string): StepSettings {
  const found = steps.filter(({ id, flow }) => name === id || name === flow);
  const [one] = found;
  if (one === undefined)
    throw new Failure(`--step ${name}: no such flow with the step: ${steps.map(stepName).join(', ')}`);
  if (found.length > 1)
    throw new Failure(
      `--step ${name}: the flow has several: name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    );
  return one;
}

function stepName({ id, flow }: StepSettings): string {
  return inOneLine(`"${flow}" (${id})`);
}

/**
 * The settings of these names.
 * @throws Failure that says for each other name what it is called, or where it is set
 */
export function settingsNamed({ level, of }: Place, names: readonly string[]): ShownSetting[] {
  const found = names.map((name) => of.settings.find((one) => one.name === name) ?? name);
  const wrong = found.filter((one) => typeof one === 'string');
  if (wrong.length > 0) throw new Failure(wrong.map((name) => whyNotHere(level, name)).join('\n'));
  return found.filter((one) => typeof one !== 'string');
}

const LEVELS: readonly (readonly [level: Level, where: string])[] = [
  ['step', 'a setting of the sign-in step: use --step FLOW'],
  ['client', 'a setting of a client: use --client ID'],
  ['realm', 'a setting of the realm: use neither --client nor --step'],
  ['scope', 'a setting of a client scope: set it in the realm’s file'],
];

/** Why a name is none of a place's settings. */
function whyNotHere(level: Place['level'], name: string): string {
  if (settingNamed(level, name) !== undefined) return `${name}: ${whereItIsSet(level, name)}`;
  const other = LEVELS.find(([one]) => settingNamed(one, name) !== undefined);
  if (other !== undefined) return `${name}: ${other[1]}`;
  return findingsAbout(level, name, null)
    .map(({ message }) => message)
    .join('; ');
}

/** Where one is set that has no group on the page. */
function whereItIsSet(level: Place['level'], name: string): string {
  const writer = settingNamed(level, name)?.writer;
  if (writer === 'linkgate') return 'Linkgate writes it itself';
  if (level === 'realm' && name.startsWith(BRANDING_PREFIX)) return 'is set on the page Branding';
  const [, where] = ELSEWHERE.find(([one]) => name === one || name.startsWith(`${one}.`)) ?? [];
  return where ?? 'has no effect in this kind of realm';
}

const ELSEWHERE: readonly (readonly [name: string, where: string])[] = [
  [REALM.enabled.name, 'is set in the realm’s file, or by kcadm'],
  ...SETTINGS_OF_LIMITS.map(
    ({ name }) => [name, 'is set on the page Limits, or in the realm’s file'] as const,
  ),
  [CLIENT.approval.name, 'is set by clients approve, reject, suspend, reopen and delete'],
  [CLIENT.secondFactor.name, 'is set by clients second-factor'],
  [CLIENT.refreshTokens.name, 'is set by clients refresh-tokens'],
  [CLIENT.initiateLoginUri.name, 'is set by clients urls'],
  [BRANDING_PREFIX.replace(/\.$/, ''), 'is set by clients branding'],
];
