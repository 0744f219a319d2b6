/** The user whose session in this browser a link would replace. */
import type { UserModel } from 'keycloak';
import { hasAddress, shownAddress } from '../../accounts/address/account-address.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { liveSession } from '../../sign-in/tabs/link-session.ts';
import type { WithLink, WithOtherUser } from './known.ts';

/** Finds the user who is signed in in this browser, if that isn't the link's. */
export function findOtherUser({ session, link }: Opening & WithLink): Found<WithOtherUser> {
  const user = liveSession(session)?.getUser() ?? null;
  return { found: { otherUser: user !== null && !hasAddress(user, link.row.email) ? user : null } };
}

/** That user's name on the pages. */
export function nameOf(user: UserModel): string | null {
  return shownAddress(user) ?? user.getUsername();
}
