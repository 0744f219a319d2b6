/** The lists of sign-up rules: `…/linkgate/sign-up-rules` (docs/features/bots.md). */
import type { KeycloakSession, Response } from 'keycloak';
import { fetchListSoon } from '../../../accounts/disposable-list.ts';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
} from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { versionOfState } from '../../../platform/engine/bytes.ts';
import { problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { OWN_LIST } from '../../../realm/sign-up-rules/candidates.ts';
import { disposableListOf } from '../../../realm/sign-up-rules/decide.ts';
import { findFetchedList } from '../../../realm/sign-up-rules/fetched-rows.ts';
import { countEntries, listEntries, replaceEntries } from '../../../realm/sign-up-rules/rows.ts';
import { builtInDisposableCount, ruleSettingsOf } from '../../../realm/sign-up-rules/rules.ts';
import { changeRealm } from '../changed-realm.ts';
import { MAX_RULES_BYTES, RULES_FIELDS, type RulesChange, readDisposable, readRulesChange } from './body.ts';
import { effectOf } from './effect.ts';

/** The lists that are changed by their entries. */
type RuleLists = Readonly<Record<'denied' | 'allowed', readonly string[]>>;

export function getSignUpRules({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  return jsonResponse(200, shown(session, storedLists(session))).build();
}

/** Replaces lists; with `dry_run`, nothing changes, and the response says what the rules would have rejected in the last month. */
export function setSignUpRules(call: AdminCall): Response {
  const { auth } = call;
  auth.realm().requireManageRealm();
  return withObject(
    call,
    RULES_FIELDS,
    (object) => {
      const read = readRulesChange(object);
      if ('details' in read) return invalidFieldsResponse(read.details);
      const { version, isDryRun } = read;
      if (isDryRun) auth.users().requireView();
      const isOutdated = (lists: RuleLists) => version !== null && version !== versionOf(lists);
      return isDryRun ? preview(call, read.change, isOutdated) : change(call, read.change, isOutdated);
    },
    MAX_RULES_BYTES,
  );
}

const CHANGED = problem('sign_up_rules_changed');

function preview(
  { session }: AdminCall,
  change: RulesChange,
  isOutdated: (lists: RuleLists) => boolean,
): Response {
  const before = storedLists(session);
  if (isOutdated(before)) return adminProblemResponse(CHANGED);
  const after = { ...before, ...change };
  return jsonResponse(200, { ...shown(session, after), effect: { ...effectOf(session, after) } }).build();
}

function change(call: AdminCall, lists: RulesChange, isOutdated: (lists: RuleLists) => boolean): Response {
  const changed = changeRealm(
    call.session,
    () => false,
    (own) => {
      const before = storedLists(own);
      if (isOutdated(before)) return null;
      for (const list of ['denied', 'allowed'] as const) {
        const after = lists[list];
        if (after !== undefined) replaceEntries(own, list, { before: before[list], after });
      }
      return { ...before, ...lists };
    },
  );
  if (changed === null) return adminProblemResponse(CHANGED);
  const counts = { denied: changed.denied.length, allowed: changed.allowed.length };
  emitAdminEvent(call, 'UPDATE', 'LINKGATE_SIGN_UP_RULE', `${ADMIN_RESOURCE}/sign-up-rules`, counts);
  return jsonResponse(200, shown(call.session, changed)).build();
}

/** Replaces the built-in list of disposable domains by one of the realm's own. */
export function setDisposableDomains(call: AdminCall): Response {
  call.auth.realm().requireManageRealm();
  return withObject(
    call,
    ['domains'],
    ({ domains }) => {
      const read = readDisposable(domains);
      if ('details' in read) return invalidFieldsResponse(read.details);
      return replaceDisposable(call, [OWN_LIST, ...read.entries]);
    },
    MAX_RULES_BYTES,
  );
}

/** Returns to the built-in list. */
export function resetDisposableDomains(call: AdminCall): Response {
  call.auth.realm().requireManageRealm();
  return replaceDisposable(call, []);
}

function replaceDisposable(call: AdminCall, entries: readonly string[]): Response {
  const { session } = call;
  changeRealm(
    session,
    () => false,
    (own) => {
      replaceEntries(own, 'disposable', { before: listEntries(own, 'disposable'), after: entries });
    },
  );
  emitAdminEvent(call, 'UPDATE', 'LINKGATE_SIGN_UP_RULE', `${ADMIN_RESOURCE}/sign-up-rules/disposable`);
  return jsonResponse(200, shown(session, storedLists(session))).build();
}

const NO_ADDRESS = problem('no_disposable_list');

/** Has the list that the realm names by an address fetched now, in the background. */
export function fetchDisposableDomains(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  if (ruleSettingsOf(requireRealm(session)).listAddress === '') return adminProblemResponse(NO_ADDRESS);
  fetchListSoon(session);
  emitAdminEvent(call, 'ACTION', 'LINKGATE_SIGN_UP_RULE', `${ADMIN_RESOURCE}/sign-up-rules/disposable/fetch`);
  return jsonResponse(202, shown(session, storedLists(session))).build();
}

function storedLists(session: KeycloakSession): RuleLists {
  return { denied: listEntries(session, 'denied'), allowed: listEntries(session, 'allowed') };
}

/** By which a change names the lists that the caller saw. */
function versionOf({ denied, allowed }: RuleLists): string {
  return versionOfState(JSON.stringify([denied, allowed]));
}

function shown(session: KeycloakSession, lists: RuleLists) {
  const { isOn, unlisted, disposable, include, tell, listAddress } = ruleSettingsOf(requireRealm(session));
  const counts = {
    fetched: countEntries(session, 'fetched'),
    disposable: countEntries(session, 'disposable'),
  };
  const list = disposableListOf({ listAddress }, (one) => counts[one] > 0);
  return {
    on: isOn,
    unlisted,
    include: [...include],
    tell: [...tell],
    denied: [...lists.denied],
    allowed: [...lists.allowed],
    disposable: {
      action: disposable,
      list: list === 'disposable' ? 'own' : list,
      // One entry marks the list.
      domains: list === 'built-in' ? builtInDisposableCount() : counts[list] - 1,
      source: listAddress === '' ? null : sourceOf(session, listAddress),
    },
    version: versionOf(lists),
  };
}

/** How fetching from the realm's address went; nothing is known of one that was named just now. */
function sourceOf(session: KeycloakSession, address: string) {
  const found = findFetchedList(session);
  const known = found?.address === address ? found : null;
  return {
    address,
    fetched_at: known?.fetchedAt ?? null,
    failed_at: known?.failedAt ?? null,
    failure: known?.failure ?? null,
  };
}
