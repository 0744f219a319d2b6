/** The rate policies of a realm, and the effect of a change (contract, section 8.2). */

import type { KeycloakSession, RealmModel, Response } from 'keycloak';
import { type AdminCall, queryValue, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
} from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { versionOfState } from '../../../platform/engine/bytes.ts';
import { fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { setAttributes } from '../../../platform/keycloak/stored.ts';
import { FIXED_NAMES, fixedRate, POLICIES, POLICY_NAMES } from '../../../platform/limits/limits.ts';
import { actingIn } from '../../../realm/rate-limit/acting.ts';
import { policyFindings, readPolicies } from '../../../realm/rate-limit/policies.ts';
import { newestLogs } from '../../../realm/rate-limit/rows.ts';
import { rejectedUnder } from '../../../realm/rate-limit/sliding-log.ts';
import { LIMIT_SETTINGS, REALM } from '../../../realm/settings/table.ts';
import { changeRealm } from '../changed-realm.ts';
import { type PolicyChange, readPolicyChange } from './body.ts';

/** The number of most recent callers that a dry run covers. */
const MAX_SIMULATED_CALLERS = 5000;

/** Returns the text of a realm attribute, or null. */
type Attribute = (name: string) => string | null;

export function getRatePolicies({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  return jsonResponse(200, stored(requireRealm(session))).build();
}

/** Changes policies; with `dry_run`, nothing changes and the response shows how many calls would have been rejected. */
export function setPolicies(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  const dryRun = queryValue(session, 'dry_run') ?? 'false';
  if (dryRun !== 'true' && dryRun !== 'false')
    return invalidFieldsResponse([fieldProblem('dry_run', 'not_a_boolean')]);
  return withObject(call, (object) => {
    const realm = requireRealm(session);
    const read = readPolicyChange(object, actingIn(realm, POLICY_NAMES));
    if ('details' in read) return invalidFieldsResponse(read.details);
    const isOutdated = (current: RealmModel) =>
      read.version !== null && read.version !== policiesVersion(attributesOf(current));
    if (dryRun !== 'true') return change(call, isOutdated, read.change);
    if (isOutdated(realm)) return adminProblemResponse(problem('limits_changed'));
    const changed = attributesAfter(realm, read.change);
    return jsonResponse(200, { ...shown(realm, changed), ...wouldReject(session, realm, changed) }).build();
  });
}

function attributesOf(realm: RealmModel): Attribute {
  return (name) => realm.getAttribute(name);
}

function attributesAfter(realm: RealmModel, change: PolicyChange): Attribute {
  return (name) => (Object.hasOwn(change, name) ? (change[name] ?? null) : realm.getAttribute(name));
}

function change(
  call: AdminCall,
  isOutdated: (stored: RealmModel) => boolean,
  attributes: PolicyChange,
): Response {
  const changed = changeRealm(call.session, isOutdated, (_, realm) => {
    setAttributes(realm, attributes);
    return stored(realm);
  });
  if (changed === null) return adminProblemResponse(problem('limits_changed'));
  emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/rate-policies`, { attributes });
  return jsonResponse(200, changed).build();
}

/** By which a change names the policies that the caller saw. */
function policiesVersion(attribute: Attribute): string {
  const attributes = [...POLICY_NAMES.map((name) => LIMIT_SETTINGS[name].name), REALM.exempt.name];
  return versionOfState(JSON.stringify(attributes.map((name) => [name, attribute(name)])));
}

/** The policies in force, with their version. */
function stored(realm: RealmModel) {
  const attribute = attributesOf(realm);
  return { ...shown(realm, attribute), version: policiesVersion(attribute) };
}

function shown(realm: RealmModel, attribute: Attribute) {
  const findings = policyFindings(attribute);
  const { rates } = readPolicies(attribute);
  return {
    policies: actingIn(realm, POLICY_NAMES).map((name) => {
      const { fallback, max, counted } = POLICIES[name];
      const { name: stored } = LIMIT_SETTINGS[name];
      return {
        name,
        attribute: stored,
        rate: rates[name],
        default: fallback,
        max: max,
        problem: findings.find(({ values }) => values.setting === stored)?.message ?? null,
        counted,
      };
    }),
    exempt: (attribute(REALM.exempt.name) ?? '').split(/[\s,]+/).filter((item) => item !== ''),
    fixed: actingIn(realm, FIXED_NAMES).map((name) => ({ name, rate: fixedRate(name) })),
  };
}

/** Counts the recorded calls that the changed policies would have rejected. */
function wouldReject(session: KeycloakSession, realm: RealmModel, changed: Attribute) {
  const { rates } = readPolicies(changed);
  const logs = newestLogs(session, MAX_SIMULATED_CALLERS);
  const rejected = { 'link-email': 0, 'link-ip': 0 };
  let callers = 0;
  for (const { realmId, policy, log } of logs) {
    if (realmId !== realm.getId() || (policy !== 'link-email' && policy !== 'link-ip')) continue;
    callers++;
    rejected[policy] += rejectedUnder(log, rates[policy]);
  }
  return { would_reject: rejected, callers, complete: logs.length < MAX_SIMULATED_CALLERS };
}
