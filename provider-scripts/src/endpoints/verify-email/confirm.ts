/**
 * Requires confirmation before a link is used: always if it replaces another user's session, so that no user is unknowingly signed in as another
 * (login CSRF); otherwise if the setting requires it, so that mail scanners don't use links up.
 */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import type { Found } from '../../http/request/steps.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { isRequestingBrowser, otherUserThanOf } from '../../sign-in/tabs/link-session.ts';
import { requiresConfirmation } from './confirms-first.ts';
import type { WithLink, WithOtherUser, WithSettings } from './known.ts';

/** Shows the confirmation page, unless its form was submitted or no confirmation is required. */
export function requireConfirmation({
  session,
  method,
  token,
  link,
  settings,
  otherUser,
}: Opening & WithLink & WithSettings & WithOtherUser): Response | null {
  const { email, request } = link.row;
  const isRequired =
    otherUser !== null || requiresConfirmation(settings.confirm, () => isRequestingBrowser(session, request));
  if (!isRequired || (method === 'POST' && isConfirmed(session, otherUser))) return null;
  return confirmPage(session, token, email, otherUser);
}

/** Returns the page; its form is submitted by `POST`. */
function confirmPage(
  session: KeycloakSession,
  token: string,
  email: string,
  otherUser: UserModel | null,
): Response {
  const key = confirmKey(session, otherUser);
  const client = session.getContext().getClient();
  return page(session, 'linkgate-confirm.ftl', 200, {
    confirmAction: `${baseUrl(session)}/verify-email`,
    confirmToken: token,
    confirmKey: key,
    email,
    liveEmail: otherUser === null ? null : shownName(otherUser),
    clientName: client === null ? null : clientName(session, client),
  });
}

/** Finds the user who is signed in in this browser, if that isn't the link's. */
export function findOtherUser({ session, link }: Opening & WithLink): Found<WithOtherUser> {
  return { found: { otherUser: otherUserThanOf(session, link.row.email) } };
}
