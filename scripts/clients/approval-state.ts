/** Reads a client's approval as the plugin does: none means approved, and a text that is no state counts as pending. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';

const STATES = ['pending', 'approved', 'deleted'] as const;
export type Approval = (typeof STATES)[number];

/** The state of a client. */
export function approvalOf({ attributes }: ClientRepresentation): Approval {
  const value: unknown = attributes?.['linkgate.approval'] ?? 'approved';
  return STATES.find((state) => state === value) ?? 'pending';
}
