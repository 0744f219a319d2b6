/** Keycloak's ways to create an account without a link: disabled while sign-up is closed, whatever else the realm allows. */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { problem } from '../errors/problem.ts';
import { emit } from '../events/emit.ts';
import { refuseByPage } from '../pages/refuse-by-page.ts';
import { readSettings } from '../settings/read.ts';

/** The registration form, and the first sign-in through an identity provider, by the class and method that serve them. */
const MAKE_ACCOUNTS: readonly string[] = [
  'LoginActionsService.registerPage',
  'LoginActionsService.processRegister',
  'LoginActionsService.firstBrokerLoginGet',
  'LoginActionsService.firstBrokerLoginPost',
];

/** The refusal, or null for another endpoint and while sign-up is open. */
export function refuseOtherPaths(
  session: KeycloakSession,
  client: ClientModel,
  endpoint: string,
): Response | null {
  if (!MAKE_ACCOUNTS.includes(endpoint) || readSettings(session, client).signUp === 'open') return null;
  const wrong = problem('referral_required');
  emit(session, 'referral_refused', { error: wrong.code, reason: 'made without a link' });
  return refuseByPage(session, wrong);
}
