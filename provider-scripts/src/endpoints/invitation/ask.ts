/** The page that asks whoever was invited; its form comes back as `POST`. */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { clientName } from '../../branding/client-brand.ts';
import type { InvitationRow } from '../../invitation/invitation.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { page } from '../../pages/page.ts';
import { confirmKey } from '../verify-email/confirm.ts';

/** `liveEmail`: the address of who is signed in in this browser; null where nobody is. */
export function askToAccept(
  session: KeycloakSession,
  token: string,
  { email, inviter, text }: InvitationRow,
  client: ClientModel,
  liveEmail: string | null,
): Response {
  return page(session, 'linkgate-invitation.ftl', 200, {
    state: 'asked',
    action: `${baseUrl(session)}/invitation`,
    token,
    confirmKey: confirmKey(session),
    email,
    inviter,
    text,
    liveEmail: liveEmail === email ? null : liveEmail,
    clientName: clientName(session, client),
  });
}
