/** What is wrong with the settings among attributes: names and values that have no effect as they are. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { findingsOf } from './read.ts';
import { FORMER_NAMES, type Level, PREFIX, SETTINGS, type Setting } from './table.ts';

/** The settings of each level, by name. */
const BY_NAME = Object.fromEntries(
  Object.entries(SETTINGS).map(([level, settings]) => [
    level,
    Object.fromEntries(settings.map((one) => [one.name, one])),
  ]),
) as Readonly<Record<Level, Readonly<Record<string, Setting>>>>;

/** The setting of this name; undefined if there is none. */
export function settingNamed(level: Level, name: string): Setting | undefined {
  return Object.hasOwn(BY_NAME[level], name) ? BY_NAME[level][name] : undefined;
}

/** The findings about a setting that is stored under this name: unknown, called otherwise now, or malformed. */
export function findingsAbout(level: Level, name: string, value: unknown): readonly Finding[] {
  const setting = settingNamed(level, name);
  if (setting !== undefined) return findingsOf(setting, value);
  const now = Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name] : undefined;
  return now === undefined
    ? [finding('setting-unknown', { setting: name })]
    : [finding('setting-former', { setting: name, now })];
}

/** The findings about all settings of a realm, a client or a client scope. Empty attributes are none. */
export function attributeFindings(
  level: Level,
  attributes: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (name.startsWith(PREFIX) && value !== '' && value !== null)
      found.push(...findingsAbout(level, name, value));
  }
  return found;
}

/** The findings about names in a step's configuration that are no setting of the step: former ones, and those that begin like Linkgate's. */
export function unknownInStep(config: Readonly<Record<string, string>>): readonly Finding[] {
  return stepFindings(config).filter(isAboutName);
}

/** The findings about all settings of a step; Keycloak's own are none. */
export function stepFindings(config: Readonly<Record<string, string>>): readonly Finding[] {
  const found: Finding[] = [];
  for (const name of Object.keys(config))
    if (settingNamed('step', name) !== undefined || isLike(name))
      found.push(...findingsAbout('step', name, config[name]));
  return found;
}

function isAboutName({ id }: Finding): boolean {
  return id === 'setting-unknown' || id === 'setting-former';
}

function isLike(name: string): boolean {
  return name.startsWith(PREFIX) || Object.hasOwn(FORMER_NAMES, name);
}

/** The findings about the names of a realm's or a client's attributes that are no setting. */
export function unknownAmong(level: Level, attributes: Readonly<Record<string, string>>): readonly Finding[] {
  return attributeFindings(level, attributes).filter(isAboutName);
}
