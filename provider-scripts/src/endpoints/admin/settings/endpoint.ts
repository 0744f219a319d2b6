/** The settings of a realm and of the steps in its flows: `…/linkgate/settings` (contract, section 4.15). */

import type { KeycloakSession, RealmModel, Response } from 'keycloak';
import FLOW from '../../../../../realm-config/flow.json' with { type: 'json' };
import { type AdminCall, idOf, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { versionOfState } from '../../../platform/engine/bytes.ts';
import { problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { setAttributes } from '../../../platform/keycloak/stored.ts';
import { LINKS_ONLY_SETTINGS } from '../../../realm/flow/declared.ts';
import { inheritedByStep } from '../../../realm/flow/read.ts';
import { isLinksOnly } from '../../../realm/flow/step-ids.ts';
import { unknownAmong, unknownInStep } from '../../../realm/settings/attributes.ts';
import { kindOf } from '../../../realm/settings/enabled.ts';
import { type NeedFacts, needsOf } from '../../../realm/settings/needs.ts';
import { fileOf } from '../../../realm/settings/set-by-files.ts';
import { type Place, settingsAt, showSettings } from '../../../realm/settings/shown.ts';
import { REALM, type RealmKind } from '../../../realm/settings/table.ts';
import { changeRealm } from '../changed-realm.ts';
import { readSettingsChange, SETTINGS_FIELDS, type SettingsChange } from './body.ts';
import { writeConfig } from './config.ts';
import { needFacts, stepFacts } from './facts.ts';
import { type RealmStep, realmSteps, stepVersion } from './steps.ts';

export function getSettings({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  return jsonResponse(200, shown(session)).build();
}

/** Changes settings of the realm. */
export function setSettings(call: AdminCall): Response {
  call.auth.realm().requireManageRealm();
  return withObject(call, SETTINGS_FIELDS, (object) => {
    const realmKind = kindOf(requireRealm(call.session));
    const read = readSettingsChange(object, { level: 'realm', realmKind });
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { changes, version, isDryRun } = read;
    const isOutdated = (stored: RealmModel) => realmVersion(stored, realmKind) !== version;
    const done = changeRealm(call.session, isOutdated, (_, realm) => {
      if (!isDryRun) setAttributes(realm, changes);
      return true;
    });
    if (done === null) return adminProblemResponse(problem('settings_changed'));
    if (!isDryRun)
      emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/settings`, { attributes: changes });
    return respondWithStored(call);
  });
}

/** Changes settings of one step. */
export function setStepSettings(call: AdminCall): Response {
  const { session } = call;
  call.auth.realm().requireManageRealm();
  const step = stepOf(requireRealm(session), idOf(call));
  if (step === undefined) return notFoundResponse();
  return withObject(call, SETTINGS_FIELDS, (object) => {
    const realmKind = kindOf(requireRealm(session));
    const read = readSettingsChange(object, { level: 'step', realmKind, only: namesIn(step) });
    return 'details' in read ? invalidFieldsResponse(read.details) : changeStep(call, read);
  });
}

function changeStep(call: AdminCall, { changes, version, isDryRun }: SettingsChange): Response {
  const id = idOf(call);
  const versionIn = (realm: RealmModel) => {
    const step = stepOf(realm, id);
    return step === undefined ? null : stepVersion(step);
  };
  const written = changeRealm(
    call.session,
    (stored) => versionIn(stored) !== version,
    (_, realm, asStored) => (isDryRun ? 'unwritten' : writeConfig(realm, asStored, id, changes)),
  );
  if (written === null) return adminProblemResponse(problem('settings_changed'));
  if (written !== 'unwritten') {
    const { operation, path, representation } = written;
    emitAdminEvent(call, operation, 'AUTHENTICATOR_CONFIG', path, representation);
  }
  return respondWithStored(call);
}

/** The names of the settings that act in a step, if not all do. */
function namesIn({ step }: RealmStep): readonly string[] | undefined {
  return isLinksOnly(step) ? LINKS_ONLY_SETTINGS : undefined;
}

function stepOf(realm: RealmModel, id: string) {
  return realmSteps(realm).find(({ step }) => step.id === id);
}

/** The settings as they are once the change is committed. */
function respondWithStored({ session }: AdminCall): Response {
  return jsonResponse(200, inOwnTransaction(session, shown)).build();
}

/** By which a change names the settings that the caller saw. */
function realmVersion(realm: RealmModel, realmKind: RealmKind): string {
  const settings = settingsAt({ level: 'realm', realmKind });
  return versionOfState(JSON.stringify(settings.map(({ name }) => [name, realm.getAttribute(name)])));
}

function shown(session: KeycloakSession) {
  const realm = requireRealm(session);
  const realmKind = kindOf(realm);
  const facts = needFacts(session);
  const needsIn =
    (known: NeedFacts): NonNullable<Place['needs']> =>
    (setting, text) =>
      needsOf(setting, text, known);
  const file = (name: string) => fileOf(realm.getAttribute(REALM.setByFiles.name), name);
  return {
    version: realmVersion(realm, realmKind),
    settings: showSettings({
      level: 'realm',
      realmKind,
      needs: needsIn(facts),
      raw: (name) => realm.getAttribute(name),
      file,
    }),
    steps: realmSteps(realm).map((one) => ({
      id: one.step.id,
      flow: one.flow,
      bound_as: one.boundAs,
      version: stepVersion(one),
      settings: showSettings({
        level: 'step',
        realmKind,
        only: namesIn(one),
        needs: needsIn(stepFacts(facts, one.step.config)),
        raw: (name) => one.step.config[name] ?? null,
        inherited: ({ name }) =>
          (realmKind === 'linkgate' ? inheritedByStep(realm, name) : null) ?? undefined,
        // Files set the step in this flow only.
        file: (name) => (one.flow === FLOW.alias ? file(name) : null),
      }),
      unknown: unknownInStep(one.step.config),
    })),
    unknown: unknownAmong('realm', Java.record(realm.getAttributes())),
  };
}
