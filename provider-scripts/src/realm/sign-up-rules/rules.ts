/** Who may sign up: a realm's rules by address and domain (docs/features/bots.md), asked wherever an account would come into being. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { emit, emitWithin } from '../../observability/events/emit.ts';
import type { RegistrationMethod } from '../../observability/events/user-events.ts';
import { count } from '../../observability/metrics/count.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import type { RejectingRule, SignUpRule } from '../settings/choices.ts';
import { settingOf } from '../settings/of.ts';
import { REALM } from '../settings/table.ts';
import {
  actsOn,
  type Decision,
  decide,
  isChallenged,
  type KeycloakWay,
  type Lists,
  type RuleActions,
  rejectionUnasked,
  type SignUpWay,
  strictest,
} from './decide.ts';
import { findEntries, listEntries, setOf } from './rows.ts';

const DomainLists = Java.type('org.linkgate.host.DomainLists');

/** The realm's settings of the rules. */
export interface RuleSettings extends RuleActions {
  readonly isOn: boolean;
  /** What else the rules include (`SIGN_UP_INCLUDABLES`). */
  readonly include: readonly string[];
  /** The rules by which an address that they reject is told so. */
  readonly tell: readonly string[];
}

export function ruleSettingsOf(realm: RealmModel): RuleSettings {
  return cachedWithRealm(realm, 'sign-up-rules', () => ({
    isOn: settingOf(realm, REALM.signUpRules),
    unlisted: settingOf(realm, REALM.signUpUnlisted),
    disposable: settingOf(realm, REALM.signUpDisposable),
    listAddress: settingOf(realm, REALM.signUpDisposableList),
    include: settingOf(realm, REALM.signUpInclude),
    tell: settingOf(realm, REALM.signUpTell),
  }));
}

/** Whether a domain is in the built-in list of disposable domains. */
function isBuiltInDisposable(domain: string): boolean {
  return DomainLists.has('disposable', domain);
}

export function builtInDisposableCount(): number {
  return DomainLists.size('disposable');
}

/** What the rules say of a normalised address, by one statement for any address; null, without one, if they are off. */
export function decisionOn(session: KeycloakSession, email: string): Decision | null {
  const settings = ruleSettingsOf(requireRealm(session));
  return settings.isOn ? decide(email, settings, listsFor(session, email)) : null;
}

/** The lists as far as an address matters. */
function listsFor(session: KeycloakSession, email: string): Lists {
  const entries = findEntries(session, email);
  return {
    has: (list, entry) => entries.some((one) => one.list === list && one.entry === entry),
    isBuiltInDisposable,
  };
}

/** The rule by which a decision rejects this way; null if it doesn't. */
export function rejectionOf(
  session: KeycloakSession,
  decision: Decision | null,
  way: SignUpWay,
): SignUpRule | null {
  if (decision === null || decision.action !== 'reject') return null;
  const { include } = ruleSettingsOf(requireRealm(session));
  return actsOn(way, include) && decision.rule !== 'allowed' ? decision.rule : null;
}

/** Whether who types this must solve a challenge, even where the shield asks nobody: the same for any address of a domain. */
export function needsChallenge(session: KeycloakSession, typed: string): boolean {
  const settings = ruleSettingsOf(requireRealm(session));
  if (!settings.isOn || settings.disposable !== 'challenge' || !typed.includes('@')) return false;
  return isChallenged(typed, settings, listsFor(session, typed));
}

/** An address that the rules allow for a new account, and how that comes into being: what `createAccount` needs. */
export interface AllowedSignUp {
  readonly email: string;
  readonly method: RegistrationMethod;
  readonly isDisposable: boolean;
}

/** Asks the rules about a new account in the transaction that creates it, before anything is used up; null, and reported, if they reject the address. */
export function allowSignUp(
  own: KeycloakSession,
  email: string,
  method: RegistrationMethod,
): AllowedSignUp | null {
  const decision = decisionOn(own, email);
  const rejectedBy = rejectionOf(own, decision, method);
  if (rejectedBy === null) return { email, method, isDisposable: decision?.rule === 'disposable' };
  reportWithin(own, rejectedBy, method);
  return null;
}

/** What the rules decide about only if the realm says so, before an account would come into being. */
type IncludableWay = 'sign-in' | 'address-change' | 'invitation';

/**
 * The rule by which an existing account's sign-in, an invitation, or an address that the user gives an account is rejected; null for none, without
 * a statement unless the rules include it.
 */
export function signUpRejection(
  session: KeycloakSession,
  email: string,
  way: IncludableWay,
): SignUpRule | null {
  const { include } = ruleSettingsOf(requireRealm(session));
  return actsOn(way, include) ? rejectionOf(session, decisionOn(session, email), way) : null;
}

/**
 * The rule by which an address that a page or API of Keycloak's own gives an account is rejected; null for none. No challenge can be shown there.
 *
 * @param mailboxes what its emails may reach, normalised
 */
export function rejectionAtKeycloak(
  session: KeycloakSession,
  mailboxes: readonly string[],
  way: KeycloakWay,
): RejectingRule | null {
  const settings = ruleSettingsOf(requireRealm(session));
  if (!settings.isOn || !actsOn(way, settings.include)) return null;
  return rejectionUnasked(
    strictest(mailboxes.map((email) => decide(email, settings, listsFor(session, email)))),
  );
}

/** Whether it is rejected; reported with the current transaction, if it is. */
export function rejectWithin(own: KeycloakSession, email: string, way: IncludableWay): boolean {
  const rejectedBy = signUpRejection(own, email, way);
  if (rejectedBy !== null) reportWithin(own, rejectedBy, way);
  return rejectedBy !== null;
}

/** Whether each of many addresses is rejected: by statements for all of them together, and none unless the rules include it. */
export function rejectionsOf(session: KeycloakSession, way: IncludableWay): (email: string) => boolean {
  const settings = ruleSettingsOf(requireRealm(session));
  if (!settings.isOn || !actsOn(way, settings.include)) return () => false;
  const lists = listsOf(session);
  return (email) => decide(email, settings, lists).action === 'reject';
}

/** The realm's lists as a whole, for many addresses; with others in place of its denied and allowed entries, if they are given. */
export function listsOf(
  session: KeycloakSession,
  given: Partial<Readonly<Record<'denied' | 'allowed', readonly string[]>>> = {},
): Lists {
  const isTreated = ruleSettingsOf(requireRealm(session)).disposable !== 'off';
  const sets: Record<string, Set<string>> = {
    denied: setOf(given.denied ?? listEntries(session, 'denied')),
    allowed: setOf(given.allowed ?? listEntries(session, 'allowed')),
    disposable: setOf(isTreated ? listEntries(session, 'disposable') : []),
    fetched: setOf(isTreated ? listEntries(session, 'fetched') : []),
  };
  return { has: (list, entry) => sets[list]?.has(entry) === true, isBuiltInDisposable };
}

/** Reports a rejection; its address is never in an event. */
export function reportSignUpRejected(session: KeycloakSession, rule: RejectingRule, way: SignUpWay): void {
  count(session, 'signUpRejected', rule);
  emit(session, 'sign_up_rejected', contentOf(rule, way));
}

/** The same with the current transaction. */
function reportWithin(own: KeycloakSession, rule: SignUpRule, way: SignUpWay): void {
  count(own, 'signUpRejected', rule);
  emitWithin(own, 'sign_up_rejected', contentOf(rule, way));
}

function contentOf(rule: RejectingRule, method: SignUpWay) {
  return { error: 'access_denied', details: { rule, method } };
}
