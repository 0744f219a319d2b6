/** Responds why an invitation can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { landingUrl } from '../../clients/landing.ts';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { problemHeaders, problemResponse } from '../../http/response/responses.ts';
import { emit } from '../../observability/events/emit.ts';
import type { InvitationRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';

/**
 * The response; if the client is known, the page links to it.
 *
 * @param hasChanged whether the page says that signing in to the client has changed since the invitation was sent
 */
export function rejectInvitation(
  session: KeycloakSession,
  reason: InvitationRejection,
  hasChanged = false,
): Response {
  const wrong = problem(`invitation_${reason}`);
  emit(session, 'invitation_rejected', { error: wrong.code, reason });
  if (!wantsPage(session)) return problemResponse(OWN_RESOURCES.invitation, wrong).build();
  const client = session.getContext().getClient();
  const home =
    client === null || reason === 'invalid' ? null : landingUrl(session, client, baseUrl(session), '');
  return page(
    session,
    'linkgate-invitation.ftl',
    wrong.status,
    { state: reason, home, ofStep: hasChanged },
    problemHeaders(wrong),
  );
}
