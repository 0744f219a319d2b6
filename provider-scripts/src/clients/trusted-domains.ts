/** Domains whose clients need no approval: a rule of the realm for clients that register themselves, or name themselves by a document. */
import { BRANDING_PREFIX, CLIENT } from '../realm/settings/table.ts';
import { httpsHostOf } from './document-url.ts';
import type { Representation } from './self-registered.ts';

/** Whether a host is in one of the domains. */
export function isTrustedHost(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
}

/** Attributes of a client that are URLs: users are sent to them, or the server sends requests to them. */
const URL_ATTRIBUTES: readonly string[] = [
  'logoUri',
  'policyUri',
  'tosUri',
  'post.logout.redirect.uris',
  'backchannel.logout.url',
  'frontchannel.logout.url',
  CLIENT.initiateLoginUri.name,
  `${BRANDING_PREFIX}logo`,
];

/** Keycloak's separator between URLs in one attribute. */
const SEPARATOR = '##';

/** A client's attributes without its branding and its logo: what only an administrator's review approves. */
export function withoutBranding(
  attributes: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !name.startsWith(BRANDING_PREFIX) && name !== 'logoUri'),
  );
}

/** Whether a client that registers itself needs no approval: it has redirect URIs, and all its URLs are https URLs of trusted domains. */
export function isOfTrustedDomain(client: Representation, domains: readonly string[]): boolean {
  const { redirectUris = [], rootUrl, baseUrl, attributes = {} } = client;
  const others = [rootUrl, baseUrl, ...URL_ATTRIBUTES.map((name) => attributes[name])].join(SEPARATOR);
  const urls = [...redirectUris, ...others.split(SEPARATOR).filter((url) => url !== '')];
  return (
    redirectUris.length > 0 &&
    urls.every((url) => {
      const host = httpsHostOf(url);
      return host !== null && !url.includes('*') && isTrustedHost(host, domains);
    })
  );
}
