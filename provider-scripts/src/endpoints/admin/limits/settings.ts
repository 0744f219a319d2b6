/** The limits of a realm, and the effect of a change (contract, section 8.2). */

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
import { FIXED_NAMES, fixedValue, SETTABLE, SETTABLE_NAMES } from '../../../platform/limits/limits.ts';
import { actingIn } from '../../../realm/limits/acting.ts';
import { limitFindings, readLimits } from '../../../realm/limits/in-force.ts';
import { newestLogs } from '../../../realm/limits/rows.ts';
import { rejectedUnder } from '../../../realm/limits/sliding-log.ts';
import { LIMIT_SETTINGS, REALM, SETTINGS_OF_LIMITS } from '../../../realm/settings/table.ts';
import { changeRealm } from '../changed-realm.ts';
import { LIMITS_FIELDS, type LimitsChange, readLimitsChange } from './body.ts';

/** The number of most recent callers that a dry run covers. */
const MAX_SIMULATED_CALLERS = 5000;

/** Returns the text of a realm attribute, or null. */
type Attribute = (name: string) => string | null;

export function getLimits({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  return jsonResponse(200, stored(requireRealm(session))).build();
}

/** Changes limits; with `dry_run`, nothing changes and the response shows how many calls would have been rejected. */
export function setLimits(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  const dryRun = queryValue(session, 'dry_run') ?? 'false';
  if (dryRun !== 'true' && dryRun !== 'false')
    return invalidFieldsResponse([fieldProblem('dry_run', 'not_a_boolean')]);
  return withObject(call, LIMITS_FIELDS, (object) => {
    const realm = requireRealm(session);
    const read = readLimitsChange(object, actingIn(realm, SETTABLE_NAMES));
    if ('details' in read) return invalidFieldsResponse(read.details);
    const isOutdated = (current: RealmModel) =>
      read.version !== null && read.version !== limitsVersion(attributesOf(current));
    if (dryRun !== 'true') return change(call, isOutdated, read.change);
    if (isOutdated(realm)) return adminProblemResponse(problem('limits_changed'));
    const changed = attributesAfter(realm, read.change);
    return jsonResponse(200, { ...shown(realm, changed), ...wouldReject(session, realm, changed) }).build();
  });
}

function attributesOf(realm: RealmModel): Attribute {
  return (name) => realm.getAttribute(name);
}

function attributesAfter(realm: RealmModel, change: LimitsChange): Attribute {
  return (name) => (Object.hasOwn(change, name) ? (change[name] ?? null) : realm.getAttribute(name));
}

function change(
  call: AdminCall,
  isOutdated: (stored: RealmModel) => boolean,
  attributes: LimitsChange,
): Response {
  const changed = changeRealm(call.session, isOutdated, (_, realm) => {
    setAttributes(realm, attributes);
    return stored(realm);
  });
  if (changed === null) return adminProblemResponse(problem('limits_changed'));
  emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/limits`, { attributes });
  return jsonResponse(200, changed).build();
}

/** By which a change names the limits that the caller saw. */
function limitsVersion(attribute: Attribute): string {
  return versionOfState(JSON.stringify(SETTINGS_OF_LIMITS.map(({ name }) => [name, attribute(name)])));
}

/** The limits in force, with their version. */
function stored(realm: RealmModel) {
  const attribute = attributesOf(realm);
  return { ...shown(realm, attribute), version: limitsVersion(attribute) };
}

function shown(realm: RealmModel, attribute: Attribute) {
  const findings = limitFindings(attribute);
  const { values: inForce } = readLimits(attribute);
  return {
    limits: actingIn(realm, SETTABLE_NAMES).map((name) => {
      const { fallback, max, counted } = SETTABLE[name];
      const { name: stored } = LIMIT_SETTINGS[name];
      return {
        name,
        attribute: stored,
        value: inForce[name],
        default: fallback,
        max: max,
        problem: findings.find(({ values }) => values.setting === stored)?.message ?? null,
        counted,
      };
    }),
    exempt: (attribute(REALM.exempt.name) ?? '').split(/[\s,]+/).filter((item) => item !== ''),
    fixed: actingIn(realm, FIXED_NAMES).map((name) => ({ name, value: fixedValue(name) })),
  };
}

/** Counts the recorded calls that the changed limits would have rejected. */
function wouldReject(session: KeycloakSession, realm: RealmModel, changed: Attribute) {
  const { values: inForce } = readLimits(changed);
  const logs = newestLogs(session, MAX_SIMULATED_CALLERS);
  const rejected = { 'link-email': 0, 'link-ip': 0 };
  let callers = 0;
  for (const { realmId, name, log } of logs) {
    if (realmId !== realm.getId() || (name !== 'link-email' && name !== 'link-ip')) continue;
    callers++;
    rejected[name] += rejectedUnder(log, inForce[name]);
  }
  return { would_reject: rejected, callers, complete: logs.length < MAX_SIMULATED_CALLERS };
}
