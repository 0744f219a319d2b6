/** Reads the settings in force for a link: of the step that requested it, in the flow that continues with it. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { CHOSEN_FLOW_NOTE } from '../../realm/flow/flow.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import type { LinkRequest } from './link.ts';

/** Returns the current settings, not the ones at the time of the request. */
export function settingsOfLink(
  session: KeycloakSession,
  client: ClientModel,
  { notes, step }: LinkRequest,
): Settings {
  return readSettings(session, client, { flowAlias: notes[CHOSEN_FLOW_NOTE] ?? null, executionId: step });
}
