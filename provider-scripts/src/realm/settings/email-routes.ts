/**
 * The routes of a realm's emails, in the order in which they are tried: `smtp`, the realm's own mail server, and others with a name, a kind and
 * options, such as `backup postmark secret=${vault.postmark}`. Secrets are references to Keycloak's vault; nothing else is repeated in findings.
 */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import type { Kind } from './kinds.ts';

/** The HTTP APIs that a route may use. */
export const API_KINDS = ['postmark', 'sendgrid', 'resend', 'mailgun'] as const;
export type ApiKind = (typeof API_KINDS)[number];

/** The realm's own mail server, with Keycloak's settings. */
interface OwnRoute {
  readonly name: typeof OWN_ROUTE;
  readonly kind: 'own';
}

/** A further mail server. */
export interface SmtpRoute {
  readonly name: string;
  readonly kind: 'smtp';
  readonly host: string;
  readonly port: string;
  readonly tls: 'starttls' | 'tls' | 'none';
  /** The login; null without one. */
  readonly login: { readonly user: string; readonly secret: string } | null;
  /** The topic by which Amazon SES reports the fate of emails; empty without one. */
  readonly topic: string;
  /** Where Amazon's certificates are; empty for Amazon's host. */
  readonly topicOrigin: string;
}

/** An email service with an HTTP API. */
export interface ApiRoute {
  readonly name: string;
  readonly kind: ApiKind;
  /** Where its API is. */
  readonly origin: string;
  /** The reference to its key in the vault. */
  readonly secret: string;
  /** Postmark's message stream; empty for its default. */
  readonly stream: string;
  /** Mailgun's domain; empty for others. */
  readonly domain: string;
  /** The reference to what its reports are verified by; empty if it doesn't report. */
  readonly feedback: string;
}

export type EmailRoute = OwnRoute | SmtpRoute | ApiRoute;

/** How a route reports the fate of its emails: with a secret of its service's, or by one of Amazon's topics. */
export type Feedback =
  | { readonly kind: ApiKind; readonly secret: string }
  | { readonly kind: 'ses'; readonly topic: string; readonly origin: string };

/** How a route reports; null if it doesn't. */
export function feedbackOf(route: EmailRoute): Feedback | null {
  if (route.kind === 'own') return null;
  if (route.kind === 'smtp')
    return route.topic === '' ? null : { kind: 'ses', topic: route.topic, origin: route.topicOrigin };
  return route.feedback === '' ? null : { kind: route.kind, secret: route.feedback };
}

/** The references to secrets that a route needs. */
export function secretsOf(route: EmailRoute): readonly string[] {
  if (route.kind === 'own') return [];
  const given = route.kind === 'smtp' ? [route.login?.secret ?? ''] : [route.secret, route.feedback];
  return given.filter((secret) => secret !== '');
}

/** The name of the route that every realm has. */
const OWN_ROUTE = 'smtp';

/** What acts in a realm without a setting. */
export const OWN_ROUTE_ALONE: readonly EmailRoute[] = [{ name: OWN_ROUTE, kind: 'own' }];

/** Whether the realm's own mail server is among the routes. */
export function usesOwnServer(routes: readonly EmailRoute[]): boolean {
  return routes.some(({ kind }) => kind === 'own');
}

/** The address of this machine that a route names for its API, which the server's operator must allow; null for a service's own API. */
export function ownAddressOf(route: EmailRoute): string | null {
  if (route.kind === 'own' || route.kind === 'smtp') return null;
  return /^http:\/\/\[?([0-9.:]+?)\]?:\d+$/.exec(route.origin)?.[1] ?? null;
}

const MAX_ROUTES = 4;

/** Where each API is: of these regions, the first by default. The services publish no others. */
const ORIGINS: Readonly<Record<ApiKind, Readonly<Record<string, string>>>> = {
  // https://postmarkapp.com/developer/api/overview
  postmark: { us: 'https://api.postmarkapp.com' },
  // https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api
  sendgrid: { us: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' },
  // https://resend.com/docs/api-reference/introduction: regions belong to a domain of the sender, not to the API.
  resend: { us: 'https://api.resend.com' },
  // https://documentation.mailgun.com/docs/mailgun/api-reference
  mailgun: { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' },
};

const NAME = /^[a-z][a-z0-9-]{0,19}$/;
const HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:.]+\])$/;
const SECRET = /^\$\{vault\.[A-Za-z0-9._-]{1,100}\}$/;
/** Only this machine is reached without TLS, and only where a route says so and the server's operator allows it: by its address, as a name has several. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}$/;
const PORT = /^[1-9]\d{0,4}$/;
/** A topic of Amazon's: https://docs.aws.amazon.com/sns/latest/dg/sns-create-topic.html. */
const TOPIC = /^arn:aws(?:-[a-z]+)*:sns:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:[A-Za-z0-9_-]{1,256}$/;
const REGION_OF_SES = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/** The options of each kind, each with its form. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  smtp: { host: HOST, port: PORT, tls: /^(?:starttls|tls|none)$/, user: /^\S{1,255}$/, secret: SECRET },
  // https://docs.aws.amazon.com/general/latest/gr/ses.html
  ses: { region: REGION_OF_SES, user: /^[A-Z0-9]{16,128}$/, secret: SECRET, topic: TOPIC, at: LOOPBACK },
  postmark: { secret: SECRET, stream: /^[a-z0-9-]{1,30}$/, feedback: SECRET, at: LOOPBACK },
  sendgrid: { secret: SECRET, region: /^(?:us|eu)$/, feedback: SECRET, at: LOOPBACK },
  resend: { secret: SECRET, feedback: SECRET, at: LOOPBACK },
  mailgun: { secret: SECRET, domain: HOST, region: /^(?:us|eu)$/, feedback: SECRET, at: LOOPBACK },
};

/** The options that a kind can't do without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  smtp: ['host'],
  ses: ['region', 'user', 'secret'],
  postmark: ['secret'],
  sendgrid: ['secret'],
  resend: ['secret'],
  mailgun: ['secret', 'domain'],
};

/** The option that holds a secret. */
const SECRET_OPTION = 'secret';
/** All that do; no other text of a route does. */
const SECRET_OPTIONS: readonly string[] = [SECRET_OPTION, 'feedback'];

/** A route as it is written. */
interface Written {
  /** Its name; its number if it has none. */
  readonly called: string;
  readonly name: string;
  readonly kind: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/** Routes: `name kind option=value …`, separated by semicolons. */
export const ROUTES: Kind<readonly EmailRoute[]> = {
  type: 'text',
  read: (text) => (wrongIn(text).length === 0 ? writtenIn(text).map(routeOf) : undefined),
  none: OWN_ROUTE_ALONE,
  findings: ({ setting, given }) =>
    wrongIn(given).map(({ id, route, option }) => {
      if (id === 'routes-number') return finding(id, { setting, max: MAX_ROUTES });
      return id === 'route-option'
        ? finding(id, { setting, route, option })
        : finding(id, { setting, route });
    }),
  schema: { pattern: '^[^=;]+' },
  values: `one to ${MAX_ROUTES} routes, separated by semicolons: see [email](email.md#routes)`,
  shown: (text) => text.split(';').map(withoutSecrets).join(';'),
};

/** What is wrong with a route. */
interface Wrong {
  readonly id: Exclude<Extract<Finding['id'], `route-${string}` | 'routes-number'>, 'route-address'>;
  readonly route: string;
  readonly option: string;
}

function writtenIn(text: string): Written[] {
  const parts = text.split(';').map((part) => part.trim());
  return parts.map((part, index) => {
    const [name = '', kind = '', ...options] = part.split(/\s+/);
    return {
      called: NAME.test(name) ? name : String(index + 1),
      name,
      kind,
      options: options.map((option) => {
        const at = option.indexOf('=');
        return at < 0
          ? { name: option, value: '' }
          : { name: option.slice(0, at), value: option.slice(at + 1) };
      }),
    };
  });
}

function wrongIn(text: string): Wrong[] {
  const all = writtenIn(text);
  const wrong: Wrong[] = [];
  for (const one of all) wrong.push(...wrongWith(one));
  const names = all.map(({ name }) => name);
  names.forEach((name, index) => {
    if (NAME.test(name) && names.indexOf(name) < index && names.lastIndexOf(name) === index)
      wrong.push({ id: 'route-twice', route: name, option: '' });
  });
  if (all.length > MAX_ROUTES) wrong.push({ id: 'routes-number', route: '', option: '' });
  return wrong;
}

function wrongWith({ called, name, kind, options }: Written): Wrong[] {
  if (name === OWN_ROUTE && kind === '') return [];
  const forms = Object.hasOwn(OPTIONS, kind) ? OPTIONS[kind] : undefined;
  if (!NAME.test(name) || name === OWN_ROUTE || forms === undefined)
    return [{ id: 'route-malformed', route: called, option: '' }];
  const given = options.map((option) => option.name);
  const required = (REQUIRED[kind] ?? []).filter((option) => !given.includes(option));
  const wrong = options.filter(
    (option, index) =>
      given.indexOf(option.name) < index ||
      !Object.hasOwn(forms, option.name) ||
      forms[option.name]?.test(option.value) !== true,
  );
  const inClear = kind === 'smtp' && isInClear(options);
  return [...required, ...wrong.map((option) => option.name), ...(inClear ? ['tls'] : [])].map((option) => ({
    id: SECRET_OPTIONS.includes(option) ? 'route-secret' : 'route-option',
    route: called,
    option: /^[a-z]{1,10}$/.test(option) ? option : '?',
  }));
}

/** Whether a login would be sent without TLS, or lacks its user or its secret. */
function isInClear(options: Written['options']): boolean {
  const has = (name: string) => options.some((option) => option.name === name);
  return (
    has('user') !== has(SECRET_OPTION) ||
    (has('user') && options.some(({ name, value }) => name === 'tls' && value === 'none'))
  );
}

function routeOf({ name, kind, options }: Written): EmailRoute {
  const option = (wanted: string, fallback = '') =>
    options.find((one) => one.name === wanted)?.value ?? fallback;
  if (kind === '') return { name: OWN_ROUTE, kind: 'own' };
  const user = option('user');
  const login = user === '' ? null : { user, secret: option(SECRET_OPTION) };
  if (kind === 'ses') {
    const host = `email-smtp.${option('region')}.amazonaws.com`;
    const feedback = { topic: option('topic'), topicOrigin: option('at') };
    return { name, kind: 'smtp', host, port: '587', tls: 'starttls', login, ...feedback };
  }
  if (kind === 'smtp') {
    const tls = option('tls', 'starttls') as SmtpRoute['tls'];
    return {
      name,
      kind,
      host: option('host'),
      port: option('port', PORTS[tls]),
      tls,
      login,
      topic: '',
      topicOrigin: '',
    };
  }
  const service = kind as ApiKind;
  const origin = option('at') || (ORIGINS[service][option('region', 'us')] as string);
  return {
    name,
    kind: service,
    origin,
    secret: option(SECRET_OPTION),
    stream: option('stream'),
    domain: option('domain'),
    feedback: option('feedback'),
  };
}

/** The usual ports (RFC 8314, RFC 5321). */
const PORTS: Readonly<Record<SmtpRoute['tls'], string>> = { starttls: '587', tls: '465', none: '25' };

/** Stands for what may be a secret. */
const HIDDEN = '***';

/** A route's text without what may be a secret: in a malformed one, anything may be. */
function withoutSecrets(text: string): string {
  let words = 0;
  return text
    .split(/(\s+)/)
    .map((word) => {
      if (word.trim() === '') return word;
      words += 1;
      if (words === 1 && NAME.test(word)) return word;
      if (words === 2 && Object.hasOwn(OPTIONS, word)) return word;
      const at = Math.max(word.indexOf('='), 0);
      const [name, value] = [word.slice(0, at), word.slice(at + 1)];
      const isKnown = Object.keys(OPTIONS).some((kind) => OPTIONS[kind]?.[name]?.test(value) === true);
      return isKnown ? word : `${NAME.test(name) ? `${name}=` : ''}${HIDDEN}`;
    })
    .join('');
}
