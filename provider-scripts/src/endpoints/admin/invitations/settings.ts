/** Whether a realm allows invitations: `…/linkgate/invitation-settings` (contract, section 4.16). */
import type { Response } from 'keycloak';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse } from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { INVITATIONS_ATTRIBUTE } from '../../../platform/keycloak/realm-switches.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { getAbout } from '../about.ts';

/** Allows or disallows invitations; responds like `getAbout`. Requires permission for the realm: inviters can't change it. */
export function setInvitationSettings(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  return withObject(call, ({ allowed }) => {
    if (typeof allowed !== 'boolean')
      return invalidFieldsResponse([fieldProblem('allowed', 'not_a_boolean')]);
    const attributes = { [INVITATIONS_ATTRIBUTE]: String(allowed) };
    requireRealm(session).setAttribute(INVITATIONS_ATTRIBUTE, String(allowed));
    emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/invitation-settings`, { attributes });
    return getAbout(call);
  });
}
