/** Parses a client's approval as the plugin does. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type { Approval } from '../../provider-scripts/src/realm/settings/choices.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';

/** The state of a client. */
export function approvalOf({ attributes }: ClientRepresentation): Approval {
  return readSetting(CLIENT.approval, attributes?.[CLIENT.approval.name]);
}
