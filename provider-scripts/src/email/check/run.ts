/** Checks the realm's sender by the DNS, which nothing of others waits for, and remembers the result on this node. */
import type { KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { organizationOf } from '../../accounts/address/public-suffix.ts';
import { isSuffixRule } from '../../accounts/address/suffix-list.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { emailRoutes } from '../route.ts';
import { smtpSettings } from '../smtp.ts';
import type { SmtpSettings } from '../smtp-properties.ts';
import { type Dns, type DnsAnswer, isDnsName } from './dns.ts';
import { said } from './said.ts';
import {
  type Checked,
  checkDkim,
  checkDmarc,
  checkLink,
  checkMx,
  checkSpf,
  checkTracking,
} from './sender-domain.ts';
import { knownOfRoute } from './services.ts';

const Config = Java.type('org.keycloak.Config');
const HostDns = Java.type('org.linkgate.host.Dns');
const NodeMemory = Java.type('org.linkgate.host.NodeMemory');

/** All questions of a check together, and one of them. */
const CHECK_MILLIS = 10_000;
const QUESTION_MILLIS = 2000;
const MAX_QUESTIONS = 250;
/** A longer record isn't one of these. */
const MAX_RECORD = 4096;
/** The realm's sender and those of its clients. */
const MAX_DOMAINS = 5;

/** What a check found, of each sender's domain; that of tracking has none. */
export interface EmailCheck {
  /** Unix seconds. */
  readonly checked_at: number;
  readonly results: readonly (Checked & { readonly domain: string })[];
}

/** Checks the sender, and those that clients may have. */
export function runEmailCheck(session: KeycloakSession): EmailCheck {
  const realm = requireRealm(session);
  const smtp = smtpSettings(session);
  const routes = emailRoutes(session);
  const selectors = settingOf(realm, REALM.dkimSelectors).map((one) => one.toLowerCase());
  const domains = sendersOf(smtp, settingOf(realm, REALM.senderDomains));
  const host = hostOf(baseUrl(session));
  const link = { host, organization: organizationOf(host, isSuffixRule) };
  // The DNS is waited for: no connection is held.
  releaseConnection(session);
  const dns = boundedDns();
  const results: (Checked & { domain: string })[] = [];
  // What is wrong of the domain itself is so for each of its routes, and told once.
  const isTold = (domain: string, { check, detail }: Checked) =>
    results.some(
      (one) => one.domain === domain && one.check === check && one.detail.message === detail.message,
    );
  const add = (domain: string, found: readonly Checked[]) => {
    for (const one of found) if (!isTold(domain, one)) results.push({ ...one, domain });
  };
  if (domains[0] === '')
    add('', [{ check: 'sender', state: 'bad', detail: said('sender-missing'), record: null }]);
  for (const domain of domains.filter((one) => one !== '')) {
    if (!isDnsName(domain)) {
      add(domain, [
        { check: 'sender', state: 'unclear', detail: said('sender-local', { domain }), record: null },
      ]);
      continue;
    }
    const envelope = domainOf(smtp.envelopeFrom) || domain;
    const sender = { domain, envelope, organization: organizationOf(domain, isSuffixRule), selectors };
    const known = routes.map((route) => knownOfRoute(route, domain, (smtp.host ?? '').toLowerCase()));
    add(domain, checkSpf(dns, sender, known));
    add(domain, checkDkim(dns, sender, known));
    add(domain, [checkDmarc(dns, sender), checkMx(dns, domain), checkLink(sender, link)]);
  }
  add('', checkTracking(routes.map((route) => knownOfRoute(route, domains[0] ?? '', ''))));
  const checked = { checked_at: currentTime(), results };
  remember(keyOf(session), JSON.stringify(checked));
  return checked;
}

/** The last check on this node; null if there was none. */
export function lastEmailCheck(session: KeycloakSession): EmailCheck | null {
  const text = NodeMemory.get(keyOf(session));
  return text === '' ? null : (JSON.parse(text) as EmailCheck);
}

function keyOf(session: KeycloakSession): string {
  return `email-check ${requireRealm(session).getId()}`;
}

function remember(key: string, text: string): void {
  while (!NodeMemory.replace(key, NodeMemory.get(key), text));
}

/** The domains, the realm's own first: empty if it has no sender. */
function sendersOf(smtp: SmtpSettings, others: readonly string[]): string[] {
  const own = domainOf(smtp.from);
  return [own, ...others.filter((one) => one !== own)].slice(0, MAX_DOMAINS);
}

/** The domain of an address, in ASCII; empty for none. */
function domainOf(address: string | undefined): string {
  const text = (address ?? '').trim().toLowerCase();
  const normalised = normaliseOnServer(text) ?? text;
  return normalised.slice(normalised.lastIndexOf('@') + 1);
}

function hostOf(url: string): string {
  return (/^https?:\/\/(\[[^\]]*\]|[^/:]*)/.exec(url)?.[1] ?? '').toLowerCase();
}

const FAILED: DnsAnswer = { state: 'failed' };

/** The DNS with bounds for one check: what isn't answered by then has failed. */
function boundedDns(): Dns {
  const servers = Config.scope('connectionsHttpClient', 'default').get('nameServers') ?? '';
  const endsAt = Date.now() + CHECK_MILLIS;
  const known: Record<string, DnsAnswer> = {};
  let left = MAX_QUESTIONS;
  return (name, type) => {
    if (!isDnsName(name)) return { state: 'none' };
    const key = `${type} ${name}`;
    const before = Object.hasOwn(known, key) ? known[key] : undefined;
    if (before !== undefined) return before;
    const millis = Math.min(QUESTION_MILLIS, endsAt - Date.now());
    left -= 1;
    const answer = left < 0 || millis <= 0 ? FAILED : read(HostDns.ask(servers, name, type, millis));
    known[key] = answer;
    return answer;
  };
}

function read(answer: ReturnType<typeof HostDns.ask>): DnsAnswer {
  const state = String(answer.state());
  if (state !== 'found') return { state: state === 'none' ? 'none' : 'failed' };
  const values: string[] = [];
  for (const value of answer.values()) values.push(String(value));
  return { state, values: values.filter((value) => value.length <= MAX_RECORD) };
}
