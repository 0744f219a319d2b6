/** Checks a sender's domain by what its DNS says: SPF, DKIM, DMARC and MX. Nothing of it stops an email. */
import { isPublicAddress } from '../../platform/keycloak/public-address.ts';
import { findDkimKey } from './dkim.ts';
import { findDmarc } from './dmarc.ts';
import { type Dns, recordsOf } from './dns.ts';
import { type Said, said } from './said.ts';
import type { KnownRoute } from './services.ts';
import { evaluateSpf, hostOfMx, type SpfOutcome } from './spf.ts';

/** What is checked. */
export const CHECKS = ['sender', 'spf', 'dkim', 'dmarc', 'mx', 'link', 'tracking'] as const;
export type CheckName = (typeof CHECKS)[number];

/** `unclear`: can't be told from here, or is no fault by itself. */
export type CheckState = 'good' | 'unclear' | 'bad';

export interface Checked {
  readonly check: CheckName;
  readonly state: CheckState;
  readonly detail: Said;
  /** What the DNS says; null if that isn't the point. */
  readonly record: string | null;
}

/** A sender's domain. */
export interface SenderDomain {
  readonly domain: string;
  /** The domain of which it is one, by the public suffix list. */
  readonly organization: string;
  /** The domain of the return path of its mail servers. */
  readonly envelope: string;
  /** Selectors that the realm names. */
  readonly selectors: readonly string[];
}

/** RFC 8301, section 3.2: shorter keys of RSA aren't to be trusted. */
const MIN_BITS = 1024;
const MAX_RECORD = 500;

function checked(check: CheckName, state: CheckState, detail: Said, record: string | null = null): Checked {
  return { check, state, detail, record: record === null ? null : record.slice(0, MAX_RECORD) };
}

function unknown(check: CheckName, name: string): Checked {
  return checked(check, 'unclear', said('dns-failed', { name }));
}

export function checkMx(dns: Dns, domain: string): Checked {
  const answer = dns(domain, 'MX');
  if (answer.state === 'failed') return unknown('mx', domain);
  if (answer.state === 'found') {
    const hosts = answer.values.map(hostOfMx);
    // RFC 7505: a single one without a name.
    if (hosts.every((host) => host === '')) return checked('mx', 'bad', said('mx-null', { domain }));
    return checked('mx', 'good', said('mx-found', { domain }), hosts.join(', '));
  }
  const addresses = dns(domain, 'A');
  if (addresses.state === 'failed') return unknown('mx', domain);
  // RFC 5321, section 5.1.
  return addresses.state === 'found'
    ? checked('mx', 'unclear', said('mx-address', { domain }))
    : checked('mx', 'bad', said('mx-missing', { domain }));
}

export function checkDmarc(dns: Dns, { domain, organization }: SenderDomain): Checked {
  const found = findDmarc(dns, domain, organization);
  switch (found.state) {
    case 'failed':
      return unknown('dmarc', `_dmarc.${domain}`);
    case 'missing':
      return checked('dmarc', 'bad', said('dmarc-missing', { domain }));
    case 'several':
      return checked('dmarc', 'bad', said('dmarc-several', { domain: found.at }), found.record);
    case 'malformed':
      return checked('dmarc', 'bad', said('dmarc-malformed', { domain: found.at }), found.record);
    default:
      return found.policy === 'none'
        ? checked('dmarc', 'unclear', said('dmarc-none', { domain }), found.record)
        : checked('dmarc', 'good', said('dmarc-policy', { domain, policy: found.policy }), found.record);
  }
}

/** The keys of a route's signatures, at the sender's domain and, as long as DMARC doesn't want that very one, at the one above it. */
export function checkDkim(dns: Dns, sender: SenderDomain, routes: readonly KnownRoute[]): Checked[] {
  const { domain, organization, selectors } = sender;
  const dmarc = findDmarc(dns, domain, organization);
  const isStrict = dmarc.state === 'found' && dmarc.strictDkim;
  const signing = isStrict || organization === domain ? [domain] : [domain, organization];
  return routes.map((route) => {
    const aligned = typeof route.returnPath === 'object' ? route.returnPath.domain : domain;
    // Mailgun signs for the domain that it sends for.
    const domains =
      isStrict || signing.includes(aligned) || !aligned.endsWith(`.${organization}`)
        ? signing
        : [...signing, aligned];
    return dkimOf(dns, route, [...selectors, ...route.selectors], domains, selectors.length > 0);
  });
}

function dkimOf(
  dns: Dns,
  { name: route }: KnownRoute,
  selectors: readonly string[],
  domains: readonly string[],
  isNamed: boolean,
): Checked {
  const [domain = ''] = domains;
  if (selectors.length === 0) return checked('dkim', 'unclear', said('dkim-unknown', { route }));
  let worst: Checked | null = null;
  let hasFailed = false;
  for (const at of domains)
    for (const selector of selectors) {
      const key = findDkimKey(dns, selector, at);
      const values = { route, selector, domain: at };
      if (key.state === 'found') {
        if (key.bits < MIN_BITS && key.kind === 'rsa')
          worst =
            worst ?? checked('dkim', 'bad', said('dkim-weak', { ...values, bits: key.bits, min: MIN_BITS }));
        else if (key.isTest) worst = worst ?? checked('dkim', 'unclear', said('dkim-test', values));
        else
          return checked('dkim', 'good', said('dkim-found', { ...values, key: `${key.kind} ${key.bits}` }));
      } else if (key.state === 'revoked')
        worst = worst ?? checked('dkim', 'bad', said('dkim-revoked', values));
      else if (key.state === 'malformed')
        worst = worst ?? checked('dkim', 'bad', said('dkim-malformed', values));
      else if (key.state === 'failed') hasFailed = true;
    }
  if (worst !== null) return worst;
  if (hasFailed) return unknown('dkim', `${selectors[0] ?? ''}._domainkey.${domain}`);
  // Those of a service may have other names.
  const detail = said('dkim-missing', { route, domain, selectors: selectors.join(', ') });
  return checked('dkim', isNamed ? 'bad' : 'unclear', detail);
}

/** Whether each route may send for the domain, or for the return path that its service uses. */
export function checkSpf(
  dns: Dns,
  { domain, envelope }: SenderDomain,
  routes: readonly KnownRoute[],
): Checked[] {
  return routes.map((route) => {
    const { returnPath } = route;
    if (returnPath === 'sender') return spfOf(dns, envelope, route);
    const own = spfOf(dns, domain, route);
    if (own.state === 'good') return own;
    if (typeof returnPath === 'object') {
      const other = spfOf(dns, returnPath.domain, route);
      return other.state === 'bad' && returnPath.domain.endsWith(`.${domain}`) ? own : other;
    }
    const { name, include } = route;
    return own.detail.id === 'spf-excludes' || own.detail.id === 'spf-missing'
      ? checked('spf', 'unclear', said('spf-service', { route: name, domain, include }), own.record)
      : own;
  });
}

function spfOf(dns: Dns, domain: string, route: KnownRoute): Checked {
  const { name, include, host } = route;
  const [record = null] = recordsOf(dns(domain, 'TXT'), /^v=spf1(?: |$)/i);
  const all = evaluateSpf(dns, domain, null);
  if (include !== '' && all.includes.includes(include) && all.trouble !== 'several')
    return all.trouble === null || all.trouble === 'missing'
      ? checked('spf', 'good', said('spf-included', { domain, include, route: name }), record)
      : troubleOf(domain, all, record);
  if (all.result === 'none') return checked('spf', 'bad', said('spf-missing', { domain }));
  if (all.result === 'temperror') return unknown('spf', all.about);
  if (all.result === 'permerror') return troubleOf(domain, all, record);
  if (include !== '')
    return checked('spf', 'bad', said('spf-excludes', { domain, route: name, what: include }), record);
  return serverOf(dns, domain, { name, host }, record);
}

/** Whether the record lists an address of the mail server: the only ones that are known of it. */
function serverOf(
  dns: Dns,
  domain: string,
  { name, host }: Pick<KnownRoute, 'name' | 'host'>,
  record: string | null,
): Checked {
  const addresses = addressesOf(dns, host);
  if (addresses === null) return unknown('spf', host);
  const reachable = addresses.filter(isPublicAddress);
  if (reachable.length === 0)
    return checked('spf', 'unclear', said('spf-internal', { route: name, host }), record);
  for (const address of reachable) {
    const { result, about } = evaluateSpf(dns, domain, address);
    if (result === 'temperror') return unknown('spf', about);
    if (result === 'pass')
      return checked('spf', 'good', said('spf-passes', { domain, route: name, address }), record);
  }
  // It may send by other addresses than it is reached at.
  return checked(
    'spf',
    'unclear',
    said('spf-excludes', { domain, route: name, what: reachable.join(', ') }),
    record,
  );
}

/** Null if that isn't known. */
function addressesOf(dns: Dns, host: string): string[] | null {
  const text = host.replace(/^\[|\]$/g, '');
  if (/^[0-9.]+$|:/.test(text)) return [text];
  if (!text.includes('.')) return [];
  const [four, six] = [dns(text, 'A'), dns(text, 'AAAA')];
  if (four.state === 'failed' || six.state === 'failed') return null;
  return [...(four.state === 'found' ? four.values : []), ...(six.state === 'found' ? six.values : [])];
}

function troubleOf(domain: string, { trouble, about }: SpfOutcome, record: string | null): Checked {
  if (trouble === 'several') return checked('spf', 'bad', said('spf-several', { domain: about }), record);
  if (trouble === 'lookups') return checked('spf', 'bad', said('spf-lookups', { domain }), record);
  if (trouble === 'missing')
    return checked('spf', 'bad', said('spf-include-missing', { domain, name: about }), record);
  return checked('spf', 'bad', said('spf-malformed', { domain, part: about }), record);
}

/** Whether links lead to the sender's organization: what filters and users expect. */
export function checkLink(
  sender: SenderDomain,
  link: { readonly host: string; readonly organization: string },
): Checked {
  const values = { domain: sender.domain, host: link.host };
  return link.organization === sender.organization
    ? checked('link', 'good', said('link-same', values))
    : checked('link', 'unclear', said('link-other', values));
}

const TRACKING = {
  off: ['good', 'tracking-off'],
  'at-service': ['unclear', 'tracking-service'],
  unknown: ['unclear', 'tracking-unknown'],
} as const;

/** What is known of click tracking without an email that arrived. */
export function checkTracking(routes: readonly KnownRoute[]): Checked[] {
  return routes.map(({ name, tracking }) => {
    const [state, id] = TRACKING[tracking];
    return checked('tracking', state, said(id, { route: name }));
  });
}
