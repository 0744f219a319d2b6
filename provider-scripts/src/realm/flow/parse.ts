/** The one typed reader of the sign-in step's settings: an invalid value falls back with a warning. */

import { LINK_LIFETIME_SECONDS, SHIELD_MODES, type ShieldMode } from '../settings/choices.ts';
import { readSetting, warningsOf } from '../settings/read.ts';
import { type Setting, SIGN_IN, SIGN_IN_OF_CLIENT } from '../settings/table.ts';

/** The values of a choice. */
type Choice<S> = S extends Setting<infer T> ? T : never;

/** The settings in force for a client. */
export interface Settings {
  /** Whether the client's flow has an enabled link step that a sign-in can reach; without one, no link is created or used. */
  hasStep: boolean;
  /** Whether that flow requires nothing besides such a step, so that no other one follows it. */
  isWholeFlow: boolean;
  linkLifetimeSeconds: number;
  signUp: Choice<typeof SIGN_IN.signUp>;
  confirm: Choice<typeof SIGN_IN.confirm>;
  bindIp: boolean;
  emailContains: Choice<typeof SIGN_IN.emailContains>;
  crossDevice: boolean;
  rememberDevice: boolean;
  emailSender: Choice<typeof SIGN_IN.emailSender>;
  shield: ShieldMode;
}

/** Whether emails carry a one-time code. */
export function hasCode({ emailContains }: Pick<Settings, 'emailContains'>): boolean {
  return emailContains !== 'link';
}

/** Whether emails carry a link that signs in. */
export function hasLink({ emailContains }: Pick<Settings, 'emailContains'>): boolean {
  return emailContains !== 'code';
}

/** The settings of a step in a stock realm. */
export interface StepSettings extends Settings {
  unverified: Choice<typeof SIGN_IN.unverified>;
  /** Whether it offers passkeys, and accepts them on its page. */
  passkeys: boolean;
}

/** Returns the stored text of a setting or attribute by its name, or null. */
type Raw = (name: string) => string | null;

/** Called once for each invalid value, with a line for the log. */
type Warn = (line: string) => void;

/** The settings of a flow without a reachable step: the strictest value of each. */
export const NO_STEP: Settings = {
  hasStep: false,
  isWholeFlow: false,
  linkLifetimeSeconds: LINK_LIFETIME_SECONDS.min,
  signUp: 'closed',
  confirm: 'always',
  bindIp: true,
  emailContains: 'link',
  crossDevice: false,
  rememberDevice: false,
  emailSender: 'smtp',
  shield: 'always',
};

/** The values of `confirm`, the strictest last. */
const CONFIRM = SIGN_IN.confirm.kind.choices ?? [];

/** The values of `emailContains`, the strictest last: without links none can be forwarded, and without codes none be guessed. */
const EMAIL_CONTAINS: readonly Settings['emailContains'][] = ['link-and-code', 'link', 'code'];

/**
 * Combines the settings of several steps or flows, any of which may run, into the strictest values; `NO_STEP` if there are none, or if one
 * of the flows has no step.
 */
export function strictest(all: readonly Settings[]): Settings {
  const [first, ...others] = all;
  if (first === undefined || all.some(({ hasStep }) => !hasStep)) return NO_STEP;
  return others.reduce(
    (one, other) => ({
      hasStep: true,
      isWholeFlow: one.isWholeFlow && other.isWholeFlow,
      emailSender: one.emailSender,
      linkLifetimeSeconds: Math.min(one.linkLifetimeSeconds, other.linkLifetimeSeconds),
      signUp: one.signUp === 'open' ? other.signUp : one.signUp,
      confirm: CONFIRM.indexOf(one.confirm) > CONFIRM.indexOf(other.confirm) ? one.confirm : other.confirm,
      bindIp: one.bindIp || other.bindIp,
      emailContains:
        EMAIL_CONTAINS.indexOf(one.emailContains) > EMAIL_CONTAINS.indexOf(other.emailContains)
          ? one.emailContains
          : other.emailContains,
      crossDevice: one.crossDevice && other.crossDevice,
      rememberDevice: one.rememberDevice && other.rememberDevice,
      shield:
        SHIELD_MODES.indexOf(one.shield) > SHIELD_MODES.indexOf(other.shield) ? one.shield : other.shield,
    }),
    first,
  );
}

/**
 * Reads the settings of a flow's step; what the flow requires besides is not among them. What acts if a value is absent or malformed is in the
 * table of settings.
 */
export function parseSettings(raw: Raw, warn: Warn): Settings {
  const read = reader(raw, warn);
  return acting({
    hasStep: true,
    isWholeFlow: false,
    linkLifetimeSeconds: read(SIGN_IN.lifetime),
    signUp: read(SIGN_IN.signUp),
    confirm: read(SIGN_IN.confirm),
    bindIp: read(SIGN_IN.bindIp),
    emailContains: read(SIGN_IN.emailContains),
    crossDevice: read(SIGN_IN.crossDevice),
    rememberDevice: read(SIGN_IN.rememberDevice),
    emailSender: read(SIGN_IN.emailSender),
    shield: read(SIGN_IN.shield),
  });
}

/**
 * Reads the values of a step in a stock realm: only its own execution's count. Its page always asks for confirmation; the account chooser
 * belongs to Linkgate realms. Devices are remembered only for the offer of passkeys.
 *
 * @param mayRegister whether the realm allows users to register
 */
export function parseStepSettings(raw: Raw, warn: Warn, mayRegister: boolean): StepSettings {
  const settings = parseSettings(raw, warn);
  const read = reader(raw, warn);
  const passkeys = read(SIGN_IN.passkeys);
  return {
    ...settings,
    signUp: mayRegister ? settings.signUp : 'closed',
    confirm: 'always',
    rememberDevice: passkeys,
    passkeys,
    unverified: read(SIGN_IN.unverified),
  };
}

/**
 * Applies a client's attributes to its flow's settings. An absent value or an invalid lifetime falls back to the flow's. A client's attributes
 * have no effect on a flow without a step.
 */
export function parseClientSettings(raw: Raw, flow: Settings, warn: Warn): Settings {
  if (!flow.hasStep) return flow;
  const read = reader(raw, warn);
  return acting({
    ...flow,
    linkLifetimeSeconds: read(SIGN_IN_OF_CLIENT.lifetime, flow.linkLifetimeSeconds),
    signUp: read(SIGN_IN_OF_CLIENT.signUp, flow.signUp),
    confirm: read(SIGN_IN_OF_CLIENT.confirm, flow.confirm),
    emailContains: read(SIGN_IN_OF_CLIENT.emailContains, flow.emailContains),
    crossDevice: read(SIGN_IN_OF_CLIENT.crossDevice, flow.crossDevice),
    shield: read(SIGN_IN_OF_CLIENT.shield, flow.shield),
  });
}

/** Only a link that is opened can offer to sign in another browser. */
function acting(settings: Settings): Settings {
  return hasLink(settings) ? settings : { ...settings, crossDevice: false };
}

function reader(raw: Raw, warn: Warn) {
  return <T>(setting: Setting<T>, inherited?: T): T => {
    const text = raw(setting.name);
    for (const line of warningsOf(setting, text)) warn(line);
    return readSetting(setting, text, inherited);
  };
}
