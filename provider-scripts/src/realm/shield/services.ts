/**
 * What each service documents: where its responses are verified, what it is sent, what it answers, and what its widget is. Nothing of the user is
 * sent besides the response: no IP address.
 */
import type { ServiceName, ShieldService } from '../settings/shield-service.ts';

/** A service's own. */
interface Documented {
  /** Empty where it is the administrator's. */
  readonly address: string;
  readonly script: string;
  /** The class of the widget's element; its name, if it is an element of its own. */
  readonly widget: string;
  readonly isElement?: true;
  /** What its page loads from, beside its script's and address's origins (CSP). */
  readonly origins: readonly string[];
  readonly body: 'form' | 'json';
  /** Whether the secret is sent as a header, not in the body. */
  readonly hasKeyHeader?: true;
  /** Whether the site key is sent along. */
  readonly sendsSiteKey?: true;
  /** Whether it says for which host name, and for which action, a response was made. */
  readonly tellsHost?: true;
  readonly tellsAction?: true;
}

const SERVICES: Readonly<Record<ServiceName, Documented>> = {
  // https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
  turnstile: {
    address: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    widget: 'cf-turnstile',
    origins: [],
    body: 'form',
    tellsHost: true,
    tellsAction: true,
  },
  // https://docs.hcaptcha.com
  hcaptcha: {
    address: 'https://api.hcaptcha.com/siteverify',
    script: 'https://js.hcaptcha.com/1/api.js',
    widget: 'h-captcha',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    body: 'form',
    sendsSiteKey: true,
    tellsHost: true,
  },
  // https://developers.google.com/recaptcha/docs/verify: version 2, which has no action.
  recaptcha: {
    address: 'https://www.google.com/recaptcha/api/siteverify',
    script: 'https://www.google.com/recaptcha/api.js',
    widget: 'g-recaptcha',
    origins: ['https://www.gstatic.com', 'https://recaptcha.google.com'],
    body: 'form',
    tellsHost: true,
  },
  // https://developer.friendlycaptcha.com/docs/v2/api/siteverify
  'friendly-captcha': {
    address: 'https://global.frcapi.com/api/v2/captcha/siteverify',
    script: '',
    widget: 'frc-captcha',
    origins: ['https://*.frcapi.com'],
    body: 'form',
    hasKeyHeader: true,
    sendsSiteKey: true,
    tellsHost: true,
  },
  // https://capjs.js.org/guide/standalone/usage.html
  cap: {
    address: '',
    script: '',
    widget: 'cap-widget',
    isElement: true,
    origins: [],
    body: 'json',
  },
  siteverify: { address: '', script: '', widget: '', origins: [], body: 'form' },
};

/** The request that verifies a response. */
export interface VerificationRequest {
  readonly address: string;
  readonly mediaType: string;
  /** The header `X-API-Key`; empty for none. */
  readonly key: string;
  readonly body: string;
}

/** Makes the request. */
export function verificationOf(
  service: ShieldService,
  secret: string,
  response: string,
): VerificationRequest {
  const { address, body, hasKeyHeader, sendsSiteKey } = SERVICES[service.name];
  const fields: Record<string, string> = {
    ...(hasKeyHeader === true ? {} : { secret }),
    response,
    ...(sendsSiteKey === true ? { sitekey: service.siteKey } : {}),
  };
  return {
    address: service.address === '' ? address : service.address,
    mediaType: body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    key: hasKeyHeader === true ? secret : '',
    body:
      body === 'json'
        ? JSON.stringify(fields)
        : Object.entries(fields)
            .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
            .join('&'),
  };
}

/** What the realm's page needs in the service's widget. */
export interface ServiceChallenge {
  readonly service: ServiceName;
  readonly site_key: string;
  /** What the response counts for, where the service says it of one. */
  readonly action: string;
  readonly script: string;
  readonly widget: string;
  readonly is_element: boolean;
  /** Where Cap's widget gets its tasks; empty for others. */
  readonly api: string;
}

/** Makes the challenge for what `bound`, a hash in Base64url, stands for. */
export function challengeOf(service: ShieldService, bound: string): ServiceChallenge {
  const { script, widget, isElement, tellsAction } = SERVICES[service.name];
  return {
    service: service.name,
    site_key: service.siteKey,
    action: tellsAction === true ? actionOf(bound) : '',
    script: service.script === '' ? script : service.script,
    widget: service.widget === '' ? widget : service.widget,
    is_element: isElement === true,
    api: service.name === 'cap' ? service.address.replace(/siteverify\/?$/, '') : '',
  };
}

/** The longest action of a service (Turnstile's), in characters. */
const MAX_ACTION = 32;

function actionOf(bound: string): string {
  return bound.slice(0, MAX_ACTION);
}

/** The origins that a page with the widget loads from. */
export function originsOf(service: ShieldService): string[] {
  const { address, script, origins } = SERVICES[service.name];
  const all = [service.script || script, service.address || address].map(
    (url) => /^https:\/\/[^/]+/.exec(url)?.[0] ?? '',
  );
  return [...all, ...origins].filter((one, index, list) => one !== '' && list.indexOf(one) === index);
}

/** The outcome of a verification: also that the service fails, or that it rejects the realm's settings, such as the secret. */
export type Verdict =
  | 'verified'
  | { rejected: 'unsolved' | 'used' | 'expired' | 'elsewhere' }
  | 'failed'
  | 'misconfigured';

/** What a response must be for. */
interface Expected {
  host: string;
  bound: string;
}

/**
 * Reads the service's answer. One that is no answer of its protocol is a failure of the service: no user is rejected for it.
 *
 * @param answer its status, and its body
 */
export function verdictOf(
  { name }: ShieldService,
  answer: { status: number; text: string },
  { host, bound }: Expected,
): Verdict {
  const { tellsHost, tellsAction } = SERVICES[name];
  const said = objectIn(answer.text);
  if (answer.status === 429 || answer.status >= 500 || said === null)
    return isDenied(answer.status) ? 'misconfigured' : 'failed';
  const codes = codesIn(said);
  if (said.success !== true) {
    if (isDenied(answer.status) || codes.some((code) => OF_SETTINGS.includes(code))) return 'misconfigured';
    if (said.success !== false) return 'failed';
    if (codes.some((code) => OF_USED.includes(code))) return { rejected: 'used' };
    if (codes.some((code) => OF_EXPIRED.includes(code))) return { rejected: 'expired' };
    if (codes.some((code) => OF_SERVICE.includes(code))) return 'failed';
    return { rejected: 'unsolved' };
  }
  if (answer.status !== 200) return 'failed';
  if (tellsHost === true && hostIn(said) !== host) return { rejected: 'elsewhere' };
  if (tellsAction === true && said.action !== actionOf(bound)) return { rejected: 'elsewhere' };
  return 'verified';
}

function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}

/** The codes of all services, in their own spelling, by what they mean. */
const OF_SETTINGS = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-passcode',
  'not-using-dummy-secret',
  'invalid-keys',
  'auth_required',
  'auth_invalid',
  'sitekey_invalid',
];
const OF_USED = [
  'timeout-or-duplicate',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'response_duplicate',
];
const OF_EXPIRED = ['expired-input-response', 'response_timeout'];
const OF_SERVICE = ['internal-error', 'bad-request', 'bad_request'];

function codesIn(said: Record<string, unknown>): string[] {
  const listed = said['error-codes'];
  const { error_code: code } = objectOf(said.error) ?? {};
  return [...(Array.isArray(listed) ? (listed as unknown[]) : []), code].filter(
    (one): one is string => typeof one === 'string',
  );
}

/** The host name that a response was made for; Friendly Captcha names the origin of the page. */
function hostIn(said: Record<string, unknown>): string | null {
  const { origin } = objectOf(objectOf(said.data)?.challenge) ?? {};
  const named = said.hostname ?? origin;
  return typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/[:/].*$/, '') : null;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
