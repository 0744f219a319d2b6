/** The one typed reader of the sign-in step's settings: an invalid value falls back with a warning. */
import {
  CLIENT_ATTRIBUTES,
  CONFIRM,
  CROSS_DEVICE,
  DEFAULTS,
  EMAIL_SENDER,
  LINK_LIFETIME_SECONDS,
  SIGN_UP,
  STEP_DEFAULTS,
  SWITCH,
  UNVERIFIED,
} from './declared.ts';

/** The settings in force for a client. */
export interface Settings {
  /** Whether the client's flow has an enabled link step that a sign-in can reach; without one, no link is created or used. */
  hasStep: boolean;
  /** Whether that flow requires nothing besides such a step, so that no other one follows it. */
  isWholeFlow: boolean;
  linkLifetimeSeconds: number;
  signUp: (typeof SIGN_UP)[number];
  confirm: (typeof CONFIRM)[number];
  bindIp: boolean;
  code: boolean;
  crossDevice: (typeof CROSS_DEVICE)[number];
  rememberDevice: boolean;
  emailSender: (typeof EMAIL_SENDER)[number];
}

/** The settings of a step in a realm that isn't a Linkgate realm. */
export interface StepSettings extends Settings {
  unverified: (typeof UNVERIFIED)[number];
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
  code: false,
  crossDevice: 'off',
  rememberDevice: false,
  emailSender: 'smtp',
};

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
      code: one.code && other.code,
      crossDevice: one.crossDevice === 'on' ? other.crossDevice : one.crossDevice,
      rememberDevice: one.rememberDevice && other.rememberDevice,
    }),
    first,
  );
}

/**
 * Reads the settings of a flow's step; what the flow requires besides is not among them. An absent value falls back to its default (`DEFAULTS`), an invalid option to the strictest one, an
 * invalid lifetime to the default.
 */
export function parseSettings(raw: Raw, warn: Warn): Settings {
  const read = (name: keyof typeof DEFAULTS) => ({ name: `setting ${name}`, text: raw(name), warn });
  return {
    hasStep: true,
    isWholeFlow: false,
    linkLifetimeSeconds: lifetime(read('lifetime'), DEFAULTS.lifetime),
    signUp: signUp(read('signUp'), DEFAULTS.signUp),
    confirm: confirm(read('confirm'), DEFAULTS.confirm),
    bindIp: choice(read('bindIp'), SWITCH, DEFAULTS.bindIp, 'true') === 'true',
    code: code(read('code'), DEFAULTS.code),
    crossDevice: crossDevice(read('crossDevice'), DEFAULTS.crossDevice),
    rememberDevice: choice(read('rememberDevice'), SWITCH, DEFAULTS.rememberDevice, 'false') === 'true',
    emailSender: choice(read('emailSender'), EMAIL_SENDER, DEFAULTS.emailSender, 'smtp'),
  };
}

/**
 * Reads the values of a step in a realm that isn't a Linkgate realm: only its own execution's count. Its page always asks for confirmation;
 * the account chooser and cross-device sign-in belong to Linkgate realms. Devices are remembered only for the offer of passkeys.
 *
 * @param mayRegister whether the realm allows users to register
 */
export function parseStepSettings(raw: Raw, warn: Warn, mayRegister: boolean): StepSettings {
  const settings = parseSettings(raw, warn);
  const read = (name: keyof typeof STEP_DEFAULTS) => ({ name: `setting ${name}`, text: raw(name), warn });
  const passkeys = choice(read('passkeys'), SWITCH, STEP_DEFAULTS.passkeys, 'false') === 'true';
  return {
    ...settings,
    signUp: mayRegister ? settings.signUp : 'closed',
    confirm: 'always',
    crossDevice: 'off',
    rememberDevice: passkeys,
    passkeys,
    unverified: choice(read('unverified'), UNVERIFIED, STEP_DEFAULTS.unverified, 'reject'),
  };
}

/**
 * Applies a client's attributes to its flow's settings. An absent value or an invalid lifetime falls back to the flow's. A client's attributes
 * have no effect on a flow without a step.
 */
export function parseClientSettings(raw: Raw, flow: Settings, warn: Warn): Settings {
  if (!flow.hasStep) return flow;
  const read = (name: string) => ({ name, text: raw(name), warn });
  return {
    ...flow,
    linkLifetimeSeconds: lifetime(read(CLIENT_ATTRIBUTES.lifetime), flow.linkLifetimeSeconds),
    signUp: signUp(read(CLIENT_ATTRIBUTES.signUp), flow.signUp),
    confirm: confirm(read(CLIENT_ATTRIBUTES.confirm), flow.confirm),
    code: code(read(CLIENT_ATTRIBUTES.code), flow.code ? 'true' : 'false'),
    crossDevice: crossDevice(read(CLIENT_ATTRIBUTES.crossDevice), flow.crossDevice),
  };
}

/** A stored value: its name in the log, its text, and the function to warn with. */
interface Stored {
  name: string;
  text: string | null;
  warn: Warn;
}

function lifetime({ name, text, warn }: Stored, fallback: number): number {
  if (text === null || text === '') return fallback;
  const { min, max } = LINK_LIFETIME_SECONDS;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  warn(`${name}: not a whole number from ${min} to ${max}; using ${fallback}`);
  return fallback;
}

function signUp(stored: Stored, otherwise: Settings['signUp']): Settings['signUp'] {
  return choice(stored, SIGN_UP, otherwise, 'closed');
}

function confirm(stored: Stored, otherwise: Settings['confirm']): Settings['confirm'] {
  return choice(stored, CONFIRM, otherwise, 'always');
}

function code(stored: Stored, otherwise: (typeof SWITCH)[number]): boolean {
  return choice(stored, SWITCH, otherwise, 'false') === 'true';
}

function crossDevice(stored: Stored, otherwise: Settings['crossDevice']): Settings['crossDevice'] {
  return choice(stored, CROSS_DEVICE, otherwise, 'off');
}

function choice<T extends string>(
  { name, text, warn }: Stored,
  options: readonly T[],
  fallback: T,
  safest: T,
): T {
  if (text === null || text === '') return fallback;
  for (const option of options) if (option === text) return option;
  warn(`${name}: not one of ${options.join(', ')}; using ${safest}`);
  return safest;
}
