/** Responds why an invitation can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { landingUrl } from '../../client/landing.ts';
import type { InvitationRejection } from '../../errors/catalogue/link-rejections.ts';
import { problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { problemHeaders, problemResponse } from '../../response/responses.ts';

/** The response; if the client is known, the page links to it. */
export function rejectInvitation(session: KeycloakSession, reason: InvitationRejection): Response {
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
    { state: reason, home },
    problemHeaders(wrong),
  );
}
