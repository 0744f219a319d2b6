/** Keycloak's ways to create an account without a link: disabled while sign-up is closed, whatever else the realm allows. */
import type { ClientModel, ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { refuseByPage } from '../../pages/refuse-by-page.ts';
import { readSettings } from '../../settings/read.ts';

/** The refusal, or null while sign-up is open. */
export function refuseOtherPaths(
  session: KeycloakSession,
  _request: ContainerRequestContext,
  client: ClientModel,
): Response | null {
  if (readSettings(session, client).signUp === 'open') return null;
  const wrong = problem('referral_required');
  emit(session, 'referral_refused', { error: wrong.code, reason: 'made without a link' });
  return refuseByPage(session, wrong);
}
