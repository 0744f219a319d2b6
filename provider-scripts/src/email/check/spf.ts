/** Who may send for a domain, by its SPF record (RFC 7208). */
import ipaddr from 'ipaddr.js';
import { type Dns, type DnsAnswer, isDnsName, recordsOf } from './dns.ts';

/** RFC 7208, section 2.6. */
type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** Why there is a `permerror`: several records, a term that is none, too many lookups, or a record that another one needs and that isn't there. */
type SpfTrouble = 'several' | 'syntax' | 'lookups' | 'missing';

export interface SpfOutcome {
  readonly result: SpfResult;
  /** Of a `permerror`; null for other results. */
  readonly trouble: SpfTrouble | null;
  /** What the trouble is about: a term, or a domain. */
  readonly about: string;
  /** The names that were included on the way, that of a redirection, too. */
  readonly includes: readonly string[];
}

/** RFC 7208, section 4.6.4: terms that cause lookups, names of a `mx`, and lookups that find nothing. */
const MAX_LOOKUPS = 10;
const MAX_MX = 10;
const MAX_VOID = 2;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Running {
  readonly dns: Dns;
  /** Null matches nothing, so that all terms are looked at. */
  readonly address: Address | null;
  readonly sender: string;
  readonly includes: string[];
  lookups: number;
  voids: number;
}

interface Ended {
  readonly result: SpfResult;
  readonly trouble: SpfTrouble | null;
  readonly about: string;
}

interface Mechanism {
  readonly written: string;
  readonly qualifier: string;
  readonly name: string;
  readonly value: string;
  readonly prefix4: number;
  readonly prefix6: number;
}

interface Parsed {
  readonly mechanisms: readonly Mechanism[];
  readonly redirect: string | null;
}

/**
 * Evaluates the domain's record for an address (RFC 7208, section 4). Without an address nothing matches: the outcome is that of `all`, and names
 * all that the record includes.
 */
export function evaluateSpf(dns: Dns, domain: string, address: string | null): SpfOutcome {
  const running: Running = {
    dns,
    address: address === null ? null : ipaddr.process(address),
    sender: domain,
    includes: [],
    lookups: 0,
    voids: 0,
  };
  return { ...check(running, domain), includes: running.includes };
}

function ended(result: SpfResult): Ended {
  return { result, trouble: null, about: '' };
}

function wrong(trouble: SpfTrouble, about: string): Ended {
  return { result: 'permerror', trouble, about };
}

/** RFC 7208, section 4.6: the terms in order, then the redirection. */
function check(running: Running, domain: string): Ended {
  const answer = running.dns(domain, 'TXT');
  if (answer.state === 'failed') return { ...ended('temperror'), about: domain };
  const records = recordsOf(answer, /^v=spf1(?: |$)/i);
  const [record] = records;
  if (record === undefined) return ended('none');
  if (records.length > 1) return wrong('several', domain);
  const parsed = parse(record);
  if ('wrong' in parsed) return wrong('syntax', parsed.wrong);
  for (const mechanism of parsed.mechanisms) {
    const found = matches(running, mechanism, domain);
    if (typeof found !== 'boolean') return found;
    if (found) return ended(RESULTS[mechanism.qualifier] ?? 'pass');
  }
  return parsed.redirect === null ? ended('neutral') : redirected(running, parsed.redirect, domain);
}

const RESULTS: Readonly<Record<string, SpfResult>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

/** RFC 7208, section 6.1. */
function redirected(running: Running, target: string, domain: string): Ended {
  const next = expanded(running, target, domain);
  const excess = counted(running, `redirect=${target}`);
  if (excess !== null) return excess;
  running.includes.push(next);
  const outcome = isDnsName(next) ? check(running, next) : ended('none');
  return outcome.result === 'none' ? wrong('missing', next) : outcome;
}

/** Counts a term that causes a lookup; too many of them are an error. */
function counted(running: Running, written: string): Ended | null {
  running.lookups += 1;
  return running.lookups > MAX_LOOKUPS ? wrong('lookups', written) : null;
}

/** Looks a name up; an outcome if that fails, or too many names had nothing. */
function lookUp(running: Running, name: string, type: 'A' | 'AAAA' | 'MX'): DnsAnswer | Ended {
  const answer: DnsAnswer = isDnsName(name) ? running.dns(name, type) : { state: 'none' };
  if (answer.state === 'failed') return { ...ended('temperror'), about: name };
  if (answer.state === 'none') {
    running.voids += 1;
    if (running.voids > MAX_VOID) return wrong('lookups', name);
  }
  return answer;
}

/** Whether a mechanism matches (RFC 7208, section 5), or the outcome of all. */
function matches(running: Running, mechanism: Mechanism, domain: string): boolean | Ended {
  const { name, value, written } = mechanism;
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') return inNetwork(running, value, mechanism);
  const excess = counted(running, written);
  if (excess !== null) return excess;
  const target = value === '' ? domain : expanded(running, value, domain);
  if (name === 'include') return included(running, target);
  // RFC 7208, section 5.5: not to be used; a record that only has this one lists nobody.
  if (name === 'ptr') return false;
  if (name === 'exists') {
    // For an address that isn't known, nothing can be asked.
    if (running.address === null && /%\{[^}]*[ipc]/i.test(value)) return false;
    const answer = lookUp(running, target, 'A');
    return 'result' in answer ? answer : answer.state === 'found';
  }
  if (name === 'a') return atHosts(running, [target], mechanism);
  const answer = lookUp(running, target, 'MX');
  if ('result' in answer) return answer;
  if (answer.state !== 'found') return false;
  if (answer.values.length > MAX_MX) return wrong('lookups', written);
  return atHosts(running, answer.values.map(hostOfMx), mechanism);
}

/** The host of a MX record as Java shows it: its preference, and its name with a dot at the end. */
export function hostOfMx(value: string): string {
  return (value.split(' ')[1] ?? '').replace(/\.$/, '').toLowerCase();
}

/** RFC 7208, section 5.2: a record that is included and isn't there is an error. */
function included(running: Running, target: string): boolean | Ended {
  running.includes.push(target);
  const { result, trouble, about } = isDnsName(target) ? check(running, target) : ended('none');
  if (result === 'temperror' || result === 'permerror') return { result, trouble, about };
  return result === 'none' ? wrong('missing', target) : result === 'pass';
}

/** Whether the address is one of these hosts', or in its network. */
function atHosts(running: Running, hosts: readonly string[], mechanism: Mechanism): boolean | Ended {
  const { address } = running;
  if (address === null) return false;
  const type = address instanceof ipaddr.IPv6 ? 'AAAA' : 'A';
  for (const host of hosts) {
    const answer = lookUp(running, host, type);
    if ('result' in answer) return answer;
    if (answer.state !== 'found') continue;
    for (const value of answer.values) if (inNetwork(running, value, mechanism)) return true;
  }
  return false;
}

function inNetwork({ address }: Running, network: string, { prefix4, prefix6 }: Mechanism): boolean {
  if (address === null || !ipaddr.isValid(network)) return false;
  const base = ipaddr.parse(network);
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, prefix4);
  return base instanceof ipaddr.IPv6 && address.match(base, prefix6);
}

const MECHANISM = /^([+?~-]?)([a-z0-9]+)(?::([^/]+))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(.*)$/i;
const BITS4 = 32;
const BITS6 = 128;

/** Parses a record; the first term that is wrong, if one is (RFC 7208, section 4.6). */
function parse(record: string): Parsed | { readonly wrong: string } {
  const mechanisms: Mechanism[] = [];
  let redirect: string | null = null;
  const terms = record.split(' ').slice(1);
  for (const term of terms) {
    if (term === '') continue;
    const [, modifier, given = ''] = MODIFIER.exec(term) ?? [];
    if (modifier !== undefined) {
      if (modifier.toLowerCase() !== 'redirect') continue;
      if (redirect !== null || given === '') return { wrong: term };
      redirect = given;
    } else {
      const mechanism = mechanismOf(term);
      if (mechanism === null) return { wrong: term };
      mechanisms.push(mechanism);
    }
  }
  // RFC 7208, section 6.1: `all` leaves nothing to a redirection.
  return mechanisms.some(({ name }) => name === 'all')
    ? { mechanisms, redirect: null }
    : { mechanisms, redirect };
}

function mechanismOf(written: string): Mechanism | null {
  const [, qualifier = '', name = '', value = '', four, six] = MECHANISM.exec(written) ?? [];
  const mechanism = {
    written,
    qualifier: qualifier === '' ? '+' : qualifier,
    name: name.toLowerCase(),
    value,
    prefix4: four === undefined ? BITS4 : Number(four),
    prefix6: six === undefined ? BITS6 : Number(six),
  };
  const hasPrefix = four !== undefined || six !== undefined;
  const fits = mechanism.prefix4 <= BITS4 && mechanism.prefix6 <= BITS6;
  switch (mechanism.name) {
    case 'all':
      return value === '' && !hasPrefix ? mechanism : null;
    case 'include':
    case 'exists':
      return value !== '' && !hasPrefix ? mechanism : null;
    case 'ptr':
      return hasPrefix ? null : mechanism;
    case 'a':
    case 'mx':
      return fits ? mechanism : null;
    case 'ip4':
      return six === undefined && fits && ipaddr.IPv4.isValidFourPartDecimal(value) ? mechanism : null;
    case 'ip6': {
      const prefix6 = four === undefined ? BITS6 : Number(four);
      return six === undefined && prefix6 <= BITS6 && ipaddr.IPv6.isValid(value)
        ? { ...mechanism, prefix4: BITS4, prefix6 }
        : null;
    }
    default:
      return null;
  }
}

/** Expands macros (RFC 7208, section 7), without those that only an explanation has. */
function expanded({ address, sender }: Running, text: string, domain: string): string {
  const values: Readonly<Record<string, string>> = {
    s: `postmaster@${sender}`,
    l: 'postmaster',
    o: sender,
    d: domain,
    i: address === null ? '' : dotted(address),
    p: 'unknown',
    v: address instanceof ipaddr.IPv6 ? 'ip6' : 'in-addr',
    h: domain,
  };
  return text
    .replace(
      /%(?:\{([slodipvh])(\d{0,3})(r?)([.+,/_=-]*)\}|([%_-]))/gi,
      (_, letter: string | undefined, digits: string, reverse: string, delimiters: string, other: string) => {
        if (letter === undefined) return other === '%' ? '%' : other === '_' ? ' ' : '%20';
        const parts = (values[letter.toLowerCase()] ?? '').split(
          delimiters === '' ? '.' : new RegExp(`[${delimiters.replace('-', '\\-')}]`),
        );
        if (reverse !== '') parts.reverse();
        return parts.slice(digits === '' ? 0 : -Number(digits)).join('.');
      },
    )
    .replace(/\.$/, '')
    .toLowerCase();
}

/** An address as macros have it (RFC 7208, section 7.3). */
function dotted(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.toNormalizedString().split(':').map(nibbles).join('.');
}

function nibbles(part: string): string {
  return `000${part}`.slice(-4).split('').join('.');
}
