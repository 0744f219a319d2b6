/** What the DNS of a sender's domain should say for each kind of route, as the services document it. */
import type { EmailRoute } from '../../realm/settings/email-routes.ts';

/** What is known of a route. */
export interface KnownRoute {
  readonly name: string;
  /** What the sender's SPF record includes for it; empty for a server that is known by its host. */
  readonly include: string;
  /** Whether SPF is checked for another domain than the sender's, which the service sets up: the return path's; and which one, if it is known. */
  readonly returnPath: 'sender' | 'service' | { readonly domain: string };
  /** The host of a mail server; empty for a service. */
  readonly host: string;
  /** Selectors that the service uses unless it is told otherwise. */
  readonly selectors: readonly string[];
  /** Whether each request turns click tracking off, whether that can only be done at the service, or nothing is known of it. */
  readonly tracking: 'off' | 'at-service' | 'unknown';
}

const SERVER = { include: '', returnPath: 'sender', selectors: [], tracking: 'unknown' } as const;

/** The sender's domain with a label before it. */
const below = (label: string, domain: string) => ({ domain: `${label}.${domain}` });

/** What is known of a route of a sender's domain; `own` is the host of the realm's own mail server. */
export function knownOfRoute(route: EmailRoute, domain: string, own: string): KnownRoute {
  const { name } = route;
  switch (route.kind) {
    case 'own':
      return { ...SERVER, ...sesOf(own), name, host: own };
    case 'smtp':
      return { ...SERVER, ...sesOf(route.host), name, host: route.host };
    case 'postmark':
      // https://postmarkapp.com/support/article/how-do-i-set-up-dkim-and-spf: a return path of its own; selectors have the date.
      return {
        name,
        include: 'spf.mtasv.net',
        returnPath: 'service',
        host: '',
        selectors: [],
        tracking: 'off',
      };
    case 'sendgrid':
      // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication
      return {
        name,
        include: 'sendgrid.net',
        returnPath: 'service',
        host: '',
        selectors: ['s1', 's2'],
        tracking: 'off',
      };
    case 'resend':
      // https://resend.com/docs/dashboard/domains/introduction: the return path is below `send.` by default.
      return {
        name,
        include: 'amazonses.com',
        returnPath: below('send', domain),
        host: '',
        selectors: ['resend'],
        tracking: 'at-service',
      };
    case 'mailgun':
      // https://documentation.mailgun.com/docs/mailgun/user-manual/domains/dkim_security
      return {
        name,
        include: 'mailgun.org',
        returnPath: { domain: route.domain.toLowerCase() },
        host: '',
        selectors: ['pdk1', 'pdk2', 'mailo', 'k1', 'smtp', 'pic'],
        tracking: 'off',
      };
  }
}

/** Amazon SES by SMTP: https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-spf.html; selectors are random. */
function sesOf(host: string): Partial<KnownRoute> {
  return /^email-smtp\.[a-z0-9-]+\.amazonaws\.com$/i.test(host)
    ? { include: 'amazonses.com', returnPath: 'service' }
    : {};
}
