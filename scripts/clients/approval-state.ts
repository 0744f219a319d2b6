/** Parses a client's approval as the plugin does. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import {
  APPROVAL_ATTRIBUTE,
  type Approval,
  readApproval,
} from '../../provider-scripts/src/clients/approval.ts';

/** The state of a client. */
export function approvalOf({ attributes }: ClientRepresentation): Approval {
  return readApproval(attributes?.[APPROVAL_ATTRIBUTE]);
}
