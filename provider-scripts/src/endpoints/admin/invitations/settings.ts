/** Whether a realm allows invitations: `…/linkgate/invitation-settings` (contract, section 4.16). */

import type { Response } from 'keycloak';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse } from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { REALM } from '../../../realm/settings/table.ts';
import { getAbout } from '../about.ts';

/** Allows or disallows invitations; responds like `getAbout`. Requires permission for the realm: inviters can't change it. */
export function setInvitationSettings(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  return withObject(call, ['allowed'], ({ allowed }) => {
    if (typeof allowed !== 'boolean')
      return invalidFieldsResponse([fieldProblem('allowed', 'not_a_boolean')]);
    const attributes = { [REALM.invitations.name]: String(allowed) };
    requireRealm(session).setAttribute(REALM.invitations.name, String(allowed));
    emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/invitation-settings`, { attributes });
    return getAbout(call);
  });
}
