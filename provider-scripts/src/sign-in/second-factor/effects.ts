/** The admin events of what was changed beside a client. */

import type { AdminPermissionEvaluator, KeycloakSession } from 'keycloak';
import { newAdminEvent } from '../../observability/events/admin-event.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import type { SideEffect } from './bind.ts';

const OperationType = Java.type('org.keycloak.events.admin.OperationType');

/** Emits them. */
export function emitEffects(
  session: KeycloakSession,
  auth: Pick<AdminPermissionEvaluator, 'adminAuth'>,
  effects: readonly SideEffect[],
): void {
  for (const { resource, path, operation, name } of effects)
    newAdminEvent(session, auth, resource, path)
      .operation(OperationType[operation])
      .representation(toJava({ name, by: CLIENT.secondFactor.name }))
      .success();
}
