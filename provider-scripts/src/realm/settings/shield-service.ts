/**
 * The service that tells people from scripts in place of the shield's proof of work, such as `turnstile site-key=0x4A secret=${vault.turnstile}`.
 * Its secret is a reference to Keycloak's vault; what is malformed is never repeated, as it may be one.
 */
import { finding } from '../../platform/errors/finding.ts';
import { HTTPS_ADDRESS, type Kind } from './kinds.ts';

/** The services; `siteverify` is any other one that speaks that protocol. */
export const SERVICE_NAMES = [
  'turnstile',
  'hcaptcha',
  'recaptcha',
  'friendly-captcha',
  'cap',
  'siteverify',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export interface ShieldService {
  readonly name: ServiceName;
  /** The reference to its secret in the vault. */
  readonly secret: string;
  /** Empty for a service that has none. */
  readonly siteKey: string;
  /** Where responses are verified, and where its widget's script is; empty for the service's own. */
  readonly address: string;
  readonly script: string;
  /** The class of the widget's element; empty for the service's own. */
  readonly widget: string;
}

const OPTIONS: Readonly<Record<string, RegExp>> = {
  'site-key': /^[A-Za-z0-9_.:-]{1,200}$/,
  secret: /^\$\{vault\.[A-Za-z0-9._-]{1,100}\}$/,
  address: HTTPS_ADDRESS,
  script: HTTPS_ADDRESS,
  widget: /^[a-z][a-z0-9-]{0,39}$/,
};

/** What each needs; the others' addresses are known. */
const REQUIRED: Readonly<Record<ServiceName, readonly string[]>> = {
  turnstile: ['site-key', 'secret'],
  hcaptcha: ['site-key', 'secret'],
  recaptcha: ['site-key', 'secret'],
  'friendly-captcha': ['site-key', 'secret', 'script'],
  cap: ['secret', 'address', 'script'],
  siteverify: ['site-key', 'secret', 'address', 'script', 'widget'],
};

/** No service: the proof of work. */
const WORK = 'proof-of-work';

/** `proof-of-work`, which is read as null; or a service and its options. */
export const SHIELD_SERVICE: Kind<ShieldService | null> = {
  type: 'text',
  read: (text) => (text === WORK ? null : serviceOf(text)),
  none: null,
  findings: ({ setting, given }) => {
    const name = nameIn(given);
    if (name === null)
      return [finding('shield-service', { setting, choices: [WORK, ...SERVICE_NAMES].join(', ') })];
    const option = wrongOption(name, optionsIn(given));
    return [
      option === 'secret'
        ? finding('shield-secret', { setting, service: name })
        : finding('shield-option', { setting, service: name, option: option ?? '' }),
    ];
  },
  schema: { pattern: '^[a-z]' },
  values: '`proof-of-work`, or a service and its options: see [the shield](features/bots.md#or-a-service)',
  shown: (text) => [nameIn(text) ?? '', ...optionsIn(text).map(withoutSecret)].join(' ').trim(),
};

interface Option {
  readonly name: string;
  readonly value: string;
}

function nameIn(text: string): ServiceName | null {
  const [name = ''] = text.trim().split(/\s+/, 1);
  return SERVICE_NAMES.find((one) => one === name) ?? null;
}

function optionsIn(text: string): Option[] {
  const [, ...options] = text.trim().split(/\s+/);
  return options.map((option) => {
    const at = option.indexOf('=');
    return at < 0 ? { name: '', value: option } : { name: option.slice(0, at), value: option.slice(at + 1) };
  });
}

/** The first option that is missing, malformed, unknown or there twice; null if there is none. */
function wrongOption(service: ServiceName, options: readonly Option[]): string | null {
  const names = options.map(({ name }) => name);
  for (let i = 0; i < options.length; i++) {
    const { name = '', value = '' } = options[i] ?? {};
    const isKnown = Object.hasOwn(OPTIONS, name);
    if (!isKnown || OPTIONS[name]?.test(value) !== true || names.indexOf(name) !== i)
      return isKnown ? name : String(i + 1);
  }
  return REQUIRED[service].find((name) => !names.includes(name)) ?? null;
}

function serviceOf(text: string): ShieldService | undefined {
  const name = nameIn(text);
  const options = optionsIn(text);
  if (name === null || wrongOption(name, options) !== null) return undefined;
  const given = (option: string) => options.find((one) => one.name === option)?.value ?? '';
  return {
    name,
    secret: given('secret'),
    siteKey: given('site-key'),
    address: given('address'),
    script: given('script'),
    widget: given('widget'),
  };
}

/** An option without a value that may be a secret. */
function withoutSecret({ name, value }: Option): string {
  return Object.hasOwn(OPTIONS, name) && OPTIONS[name]?.test(value) === true
    ? `${name}=${value}`
    : `${name}=…`;
}
