/** The admin events of what was changed beside a client. */
import type { AdminPermissionEvaluator, KeycloakSession } from 'keycloak';
import { toJava } from '../engine/to-java.ts';
import { newAdminEvent } from '../events/admin-event.ts';
import { SECOND_FACTOR_ATTRIBUTE } from '../levels/setting.ts';
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
      .representation(toJava({ name, by: SECOND_FACTOR_ATTRIBUTE }))
      .success();
}
