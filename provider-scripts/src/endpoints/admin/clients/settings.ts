/** The settings of a client: those that replace the step's, and its own. */

import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { BOUND_TOKENS_ATTRIBUTE } from '../../../clients/dpop.ts';
import { versionOf } from '../../../clients/representation.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import type { Settings } from '../../../realm/flow/parse.ts';
import { readFlowOf } from '../../../realm/flow/read.ts';
import { needsOf } from '../../../realm/settings/needs.ts';
import { readSetting } from '../../../realm/settings/read.ts';
import { fileOf, ofClient } from '../../../realm/settings/set-by-files.ts';
import { showSettings } from '../../../realm/settings/shown.ts';
import { CLIENT, REALM, type Setting, SIGN_IN_OF_CLIENT } from '../../../realm/settings/table.ts';
import { readSettingsChange, SETTINGS_FIELDS } from '../settings/body.ts';
import { clientFacts } from '../settings/facts.ts';
import { viewedClient, withManagedClient } from './find.ts';
import { changeVersioned, emitUpdate, isOutdated, writeAttributes } from './versioned.ts';

/** Only Linkgate realms have these. */
const PLACE = { level: 'client', realmKind: 'linkgate' } as const;

export function getClientSettings(call: AdminCall): Response {
  const client = viewedClient(call);
  return client === null ? notFoundResponse() : jsonResponse(200, shown(call.session, client)).build();
}

/** Changes settings of the client that was shown. */
export function setClientSettings(call: AdminCall): Response {
  return withManagedClient(call, SETTINGS_FIELDS, (client, object) => {
    const read = readSettingsChange(object, PLACE);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const attributes = { ...read.changes, ...ofKeycloak(read.changes) };
    return changeVersioned(call, client, {
      hasChanged: isOutdated(read.version),
      isDryRun: read.isDryRun,
      write: (_, written) => {
        writeAttributes(written, attributes);
        return null;
      },
      respond: shown,
      emit: () => emitUpdate(call, client, { attributes }),
    });
  });
}

/** The attributes by which Keycloak itself does its part. */
function ofKeycloak(changes: Readonly<Record<string, string>>): Record<string, string> {
  const dpop = changes[CLIENT.dpop.name];
  if (dpop === undefined) return {};
  return { [BOUND_TOKENS_ATTRIBUTE]: String(readSetting(CLIENT.dpop, dpop) === 'required') };
}

function shown(session: KeycloakSession, client: ClientModel) {
  const flow = readFlowOf(session, client);
  const record = requireRealm(session).getAttribute(REALM.setByFiles.name);
  const facts = clientFacts(client, flow);
  return {
    version: versionOf(session, client),
    settings: showSettings({
      ...PLACE,
      raw: (name) => client.getAttribute(name),
      inherited: (setting) => inheritedText(setting, flow),
      needs: (setting, text) => needsOf(setting, text, facts),
      file: (name) => fileOf(record, ofClient(client.getClientId(), name)),
    }),
  };
}

/** What acts for a setting that the client doesn't replace. */
function inheritedText({ name }: Setting, flow: Settings): string | undefined {
  const acting: Readonly<Record<keyof typeof SIGN_IN_OF_CLIENT, string | number | boolean>> = {
    lifetime: flow.linkLifetimeSeconds,
    signUp: flow.signUp,
    confirm: flow.confirm,
    emailContains: flow.emailContains,
    crossDevice: flow.crossDevice,
    shield: flow.shield,
  };
  for (const [key, replaced] of Object.entries(SIGN_IN_OF_CLIENT))
    if (replaced.name === name) return String(acting[key as keyof typeof acting]);
  return undefined;
}
