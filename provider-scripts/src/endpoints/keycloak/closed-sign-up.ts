/** Keycloak's ways to create an account without a link: disabled while sign-up is closed, regardless of the realm's own settings. */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { emit } from '../../observability/events/emit.ts';
import { problem } from '../../platform/errors/problem.ts';
import { readSettings } from '../../realm/settings/read.ts';

/** The rejection, or null while sign-up is open. */
export function rejectClosedSignUp(session: KeycloakSession, client: ClientModel): Response | null {
  if (readSettings(session, client).signUp === 'open') return null;
  const wrong = problem('referral_required');
  emit(session, 'referral_rejected', { error: wrong.code, reason: 'made without a link' });
  return rejectByPage(session, wrong);
}
