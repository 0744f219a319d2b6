/** The users who signed up with a referral code. */
import type { Response } from 'keycloak';
import { shownAddress } from '../../../accounts/address/account-address.ts';
import { fullName } from '../../../accounts/name.ts';
import { type AdminCall, idOf, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows } from '../../../http/request/paging.ts';
import { jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { listUses, referralExists } from '../../../links/referral/uses.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** Lists the accounts that were created with a code. */
export function listReferredUsers(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireViewRealm();
  auth.users().requireView();
  const realm = requireRealm(session);
  if (!referralExists(session, idOf(call))) return notFoundResponse();
  return withPage(call, (page) => {
    const { rows, next } = pageOfRows(page, listUses(session, idOf(call), page));
    const users = rows.map(({ userId, usedAt }) => {
      const user = session.users().getUserById(realm, userId);
      return {
        id: userId,
        email: user === null ? null : shownAddress(user),
        name: user === null ? null : fullName(user.getFirstName(), user.getLastName()),
        used_at: usedAt,
      };
    });
    return jsonResponse(200, { users, next }).build();
  });
}
