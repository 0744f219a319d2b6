/** The step's settings: those given on the command line, and those of another extension's step, translated. */

import { EMAIL_AUTHENTICATOR } from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { STEP_SETTINGS } from '../../provider-scripts/src/realm/flow/declared.ts';
import { settingNamed } from '../../provider-scripts/src/realm/settings/attributes.ts';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/choices.ts';
import { actsIn, REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { stepProblems } from '../seed/linkgate-attributes.ts';
import { MASK } from '../seed/masked.ts';
import { AUTHENTICATORS, plainText, SETTINGS } from './other-extension.ts';
import { authenticatorsIn, type Part } from './tree.ts';

export type StepSettings = Readonly<Record<string, string>>;

/**
 * Reads settings given as `name=value`.
 * @throws WrongUsage for an unknown setting or an invalid value
 */
export function readSettings(texts: readonly string[]): StepSettings {
  const settings: Record<string, string> = {};
  for (const text of texts) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (value === '') throw new WrongUsage(`--settings: "${text}" isn't name=value`);
    if (Object.hasOwn(settings, name)) throw new WrongUsage(`--settings: ${name}: given twice`);
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new WrongUsage(`--settings: ${problem}`);
    settings[name] = value;
  }
  return settings;
}

function problemOf(name: string, value: string): string | undefined {
  if (hasNoEffect(name)) return `${name}: has no effect in a realm without ${REALM.enabled.name}`;
  const [problem] = stepProblems(name, value);
  const isKnown = problem === undefined || namesHere().includes(name);
  return isKnown ? problem : `${problem}; use one of ${namesHere().join(', ')}`;
}

/** Whether only Linkgate realms have it (contract 10). */
function hasNoEffect(name: string): boolean {
  const setting = settingNamed('step', name);
  return setting !== undefined && !actsIn(setting, 'stock');
}

function namesHere(): string[] {
  return STEP_SETTINGS.map(({ name }) => name).filter((name) => !hasNoEffect(name));
}

type Translation = (value: string) => StepSettings | undefined;

const SECONDS_PER_MINUTE = 60;

const lifetime =
  (seconds: number): Translation =>
  (value) => {
    const total = /^\d{1,7}$/.test(value) ? Number(value) * seconds : Number.NaN;
    const { min, max } = LINK_LIFETIME_SECONDS;
    return total >= min && total <= max ? { lifetime: String(total) } : undefined;
  };
const signUp: Translation = (value) =>
  ({ true: { signUp: 'open' }, false: { signUp: 'closed' } })[value.toLowerCase()];
/** Off is what the step does. */
const onlyOff: Translation = (value) => (value.toLowerCase() === 'false' ? {} : undefined);

/** Other extensions' settings by their keys, where the step has the same. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  'ext-magic-create-nonexistent-user': signUp,
  'ext-magic-token-life-span': lifetime(1),
  'ext-magic-allow-token-reuse': onlyOff,
  'ext-magic-update-profile-action': onlyOff,
  'ext-magic-update-password-action': onlyOff,
  'ext-magic-org-require-membership': onlyOff,
  TIMEOUT: lifetime(SECONDS_PER_MINUTE),
  createUser: signUp,
  tokenValidity: lifetime(1),
  // Keycloak's own, which any authenticator may have.
  'default.reference.value': (value) => ({ 'default.reference.value': value }),
  'default.reference.maxAge': (value) => ({ 'default.reference.maxAge': value }),
};

/** Whether the command knows the authenticator as the other extension's. */
export function isKnownAuthenticator(authenticator: string): boolean {
  return Object.hasOwn(AUTHENTICATORS, authenticator);
}

/**
 * @throws Failure for an authenticator in whose place no step belongs
 */
export function requireCounterpart(authenticator: string): void {
  const known = isKnownAuthenticator(authenticator) ? AUTHENTICATORS[authenticator] : undefined;
  if (known?.step === null)
    throw new Failure(`--replace ${authenticator}: no step takes its place: ${plainText(known.text)}`);
}

/** Translates another step: its settings, its defaults, and what it does by itself. */
export function translateStep(authenticator: string, config: StepSettings): Translated {
  if (authenticator === EMAIL_AUTHENTICATOR) return keepSettings(config);
  const { settings, left } = translateSettings(config);
  if (!isKnownAuthenticator(authenticator))
    return {
      settings,
      left: [
        `${authenticator}, which this command doesn't know: compare what it does with the step`,
        ...left,
      ],
    };
  const { step = {}, text = '', isLost = false, defaults = {} } = AUTHENTICATORS[authenticator] ?? {};
  const unset = translateDefaults(
    Object.fromEntries(Object.entries(defaults).filter(([name]) => !config[name])),
  );
  return {
    settings: { ...step, ...unset.settings, ...settings },
    left: [...(isLost ? [`${authenticator}: ${plainText(text)}`] : []), ...left, ...unset.left],
  };
}

/** Translates what counts while it isn't set; without what the step does unset, too. */
function translateDefaults(defaults: StepSettings): Translated {
  const { settings, left } = translateSettings(defaults, ', its default');
  const absent = (name: string) => settingNamed('step', name)?.absent;
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== absent(name))),
    left,
  };
}

/** Names what stays in a copy of the flow and exists only with the other extension's JAR. */
export function staysIn(parts: readonly Part[]): string[] {
  return [...new Set(authenticatorsIn(parts))].filter(isKnownAuthenticator).map((name) => {
    const { step = null, text = '' } = AUTHENTICATORS[name] ?? {};
    const todo = step === null ? text : 'delete it there, or put the step in its place in the console';
    return `${name}, which stays in the copy: ${plainText(todo)}`;
  });
}

/** The settings of the step's older id are the same, without those that never acted here. */
function keepSettings(config: StepSettings): Translated {
  const given = Object.entries(config).filter(([, value]) => value !== '');
  return {
    settings: Object.fromEntries(given.filter(([name]) => !hasNoEffect(name))),
    left: given.filter(([name]) => hasNoEffect(name)).map(([name, value]) => `${name}=${value}`),
  };
}

/** The step's settings; `left` has what has no counterpart. */
interface Translated {
  readonly settings: StepSettings;
  readonly left: readonly string[];
}

/**
 * Translates another step's settings; `left` has those without a counterpart, as `name=value` with the reason, and those that Keycloak
 * masks.
 */
export function translateSettings(config: StepSettings, what = ''): Translated {
  const given = Object.entries(config).filter(([, value]) => value !== '');
  const translated = given.map(([name, value]) => ({
    text:
      value === MASK
        ? `${name}, which Keycloak doesn't show: is its provider installed?`
        : `${name}=${value}${what}${reasonFor(name)}`,
    result: value !== MASK && Object.hasOwn(TRANSLATIONS, name) ? TRANSLATIONS[name]?.(value) : undefined,
  }));
  return {
    settings: Object.assign({}, ...translated.map(({ result }) => result ?? {})) as StepSettings,
    left: translated.filter(({ result }) => result === undefined).map(({ text }) => text),
  };
}

function reasonFor(name: string): string {
  const text = SETTINGS.find((setting) => setting.name === name)?.text;
  return text === undefined ? '' : `: ${plainText(text)}`;
}
