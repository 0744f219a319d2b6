/** The admin events of what was changed beside a client. */
import { type AdminActor, emitAdminEvent } from '../../observability/events/admin-event.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import type { SideEffect } from './bind.ts';

export function emitEffects(actor: AdminActor, effects: readonly SideEffect[]): void {
  for (const { resource, path, operation, name } of effects)
    emitAdminEvent(actor, operation, resource, path, { name, by: CLIENT.secondFactor.name });
}
