/** Says why an invitation can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { landingUrl } from '../../client/landing.ts';
import { problemAnswer, problemHeaders } from '../../response/responses.ts';
import { OWN_RESOURCES } from '../../response/formats.ts';
import { problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/refuse-by-page.ts';

/** The public text of each reason; one that isn't known says no more, so that nothing is learned from a made-up token. */
const TEXT = {
  used: 'The invitation was accepted already',
  expired: 'The invitation has expired',
  withdrawn: 'The invitation was withdrawn',
  invalid: 'The invitation is not valid',
} as const;

/** The answer; of a client that is known, the page leads to its own. */
export function refuse(session: KeycloakSession, reason: keyof typeof TEXT): Response {
  const wrong = problem('invalid_token', TEXT[reason]);
  emit(session, 'invitation_refused', { error: wrong.code, reason });
  if (!wantsPage(session)) return problemAnswer(OWN_RESOURCES.invitation, wrong).build();
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
