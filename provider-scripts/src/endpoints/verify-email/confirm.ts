/**
 * Requires confirmation before a link is used: always if it replaces another user's session, so that no user is unknowingly signed in as another
 * (login CSRF); otherwise if the setting requires it, so that mail scanners don't use links up.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { isRequestingBrowser } from '../../sign-in/tabs/link-session.ts';
import { requiresConfirmation } from './confirms-first.ts';
import type { WithLink, WithOtherUser, WithSettings } from './known.ts';
import { nameOf } from './other-user.ts';

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
  if (!isRequired || (method === 'POST' && isConfirmed(session))) return null;
  return confirmPage(session, token, email, otherUser === null ? null : nameOf(otherUser));
}

/** Returns the page; its form is submitted by `POST`. */
function confirmPage(
  session: KeycloakSession,
  token: string,
  email: string,
  liveEmail: string | null,
): Response {
  const key = confirmKey(session);
  const client = session.getContext().getClient();
  return page(session, 'linkgate-confirm.ftl', 200, {
    confirmAction: `${baseUrl(session)}/verify-email`,
    confirmToken: token,
    confirmKey: key,
    email,
    liveEmail,
    clientName: client === null ? null : clientName(session, client),
  });
}
