/** Which rule decides about an address: denied, allowed, then what no list names, then disposable domains. */
import type { RejectingRule, SignUpIncludable, SignUpRule } from '../settings/choices.ts';
import { domainsOf, namesOf, OWN_LIST } from './candidates.ts';

/** What a realm does with addresses that no entry names, and with those of disposable domains. */
export interface RuleActions {
  readonly unlisted: 'accept' | 'reject';
  readonly disposable: 'off' | 'note' | 'challenge' | 'reject';
  /** Where the list of disposable domains comes from; empty for nowhere. */
  readonly listAddress: string;
}

/** What the lists say of an address. */
export interface Decision {
  readonly rule: SignUpRule | 'allowed' | null;
  /** The entry that decides; null for none. */
  readonly entry: string | null;
  readonly action: 'accept' | 'note' | 'challenge' | 'reject';
}

/** Questions about the lists. */
export interface Lists {
  has(list: string, entry: string): boolean;
  isBuiltInDisposable(domain: string): boolean;
}

export function decide(email: string, actions: RuleActions, lists: Lists): Decision {
  const { unlisted, disposable } = actions;
  const { address, mailbox, domain, wildcards } = namesOf(email);
  const first = (list: string, entries: readonly string[]) =>
    entries.find((entry) => lists.has(list, entry)) ?? null;
  // A sub-address leads to the same mailbox at most hosts, but not at all: it is denied with it, and not allowed with it.
  const denied = first('denied', [address, mailbox, domain, ...wildcards]);
  if (denied !== null) return { rule: 'denied', entry: denied, action: 'reject' };
  const allowed = first('allowed', [address, domain, ...wildcards]);
  if (allowed !== null) return { rule: 'allowed', entry: allowed, action: 'accept' };
  if (unlisted === 'reject') return { rule: 'unlisted', entry: null, action: 'reject' };
  if (disposable === 'off') return ACCEPTED;
  const list = disposableListOf(actions, (one) => lists.has(one, OWN_LIST));
  const found = domainsOf(email).find((one) =>
    list === 'built-in' ? lists.isBuiltInDisposable(one) : lists.has(list, one),
  );
  return found === undefined ? ACCEPTED : { rule: 'disposable', entry: found, action: disposable };
}

/** Which list of disposable domains acts: that of the realm's address once it was fetched, else the realm's own one, else that of the release. */
export function disposableListOf(
  { listAddress }: Pick<RuleActions, 'listAddress'>,
  has: (list: 'fetched' | 'disposable') => boolean,
): 'fetched' | 'disposable' | 'built-in' {
  if (listAddress !== '' && has('fetched')) return 'fetched';
  return has('disposable') ? 'disposable' : 'built-in';
}

/** What is decided about an address that may lead to more than one mailbox. */
export interface JudgedAddress {
  /** `invalid`: it leads to none. */
  readonly rule: Decision['rule'] | 'invalid';
  readonly action: Decision['action'];
}

const ACTIONS: readonly Decision['action'][] = ['accept', 'note', 'challenge', 'reject'];

/** The strictest of what is decided about the mailboxes of an address. */
export function strictest(decisions: readonly Decision[]): JudgedAddress {
  const [first, ...others] = decisions;
  if (first === undefined) return { rule: 'invalid', action: 'reject' };
  return others.reduce(
    (one, other) => (ACTIONS.indexOf(other.action) > ACTIONS.indexOf(one.action) ? other : one),
    first,
  );
}

/** The rule that rejects an address where no challenge can be shown: one that needs a challenge is rejected there, too. */
export function rejectionUnasked({ rule, action }: JudgedAddress): RejectingRule | null {
  if (action !== 'reject' && action !== 'challenge') return null;
  return rule === 'allowed' ? null : rule;
}

const ACCEPTED: Decision = { rule: null, entry: null, action: 'accept' };

/**
 * Whether who types an address solves a challenge: by its domain alone, as nobody shall learn that an address is denied or allowed; and so as well
 * for one that is rejected then.
 */
export function isChallenged(email: string, actions: RuleActions, lists: Lists): boolean {
  const ofDomains: Lists = {
    ...lists,
    has: (list, entry) => list !== 'denied' && entry.indexOf('@') < 0 && lists.has(list, entry),
  };
  return decide(email, actions, ofDomains).action === 'challenge';
}

/** How an account comes into being, or what an existing one does. */
export type SignUpWay =
  | 'link'
  | 'referral'
  | 'provider'
  | 'invitation'
  | 'backend'
  | 'form'
  | 'sign-in'
  | 'address-change';

/** How Keycloak's own pages and APIs give an account an address. */
export type KeycloakWay = Extract<SignUpWay, 'form' | 'provider' | 'address-change'>;

/** What the rules include only if the realm says so. */
const INCLUDED_BY: Readonly<Record<SignUpWay, SignUpIncludable | null>> = {
  link: null,
  referral: null,
  provider: null,
  form: null,
  invitation: 'invitations',
  backend: 'backends',
  'sign-in': 'sign-ins',
  'address-change': 'address-changes',
};

/** Whether the rules decide about this way. */
export function actsOn(way: SignUpWay, include: readonly string[]): boolean {
  const by = INCLUDED_BY[way];
  return by === null || include.includes(by);
}
