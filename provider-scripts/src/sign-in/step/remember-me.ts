/**
 * Keycloak's *Remember me* on the step's page, where its own first pages have it: in a sign-in whose user is asked for here. The choice stays in the
 * tab, and in the link for a tab that another browser opens.
 */
import type { AuthenticationFlowContext, AuthenticationSessionModel, MultivaluedMap } from 'keycloak';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { REMEMBER_ME_NOTE } from '../tabs/notes.ts';
import type { StepRun } from './subject.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');

/** Whether the page has the box. */
export function hasRememberMe(context: AuthenticationFlowContext, { subject }: StepRun): boolean {
  return (
    context.getRealm().isRememberMe() &&
    subject.kind === 'unknown' &&
    context.getFlowPath() === BROWSER_FLOW_PATH
  );
}

/** Whether it is ticked: as it was sent, or for the user whom Keycloak's cookie names. */
export function isRemembering(context: AuthenticationFlowContext): boolean {
  return (
    context.getAuthenticationSession().getAuthNote(REMEMBER_ME_NOTE) !== null ||
    AuthenticationManager.getRememberMeUsername(context.getSession()) !== null
  );
}

/** The user whom this browser remembers, as Keycloak's own pages suggest; null if there is none. */
export function rememberedUsername(context: AuthenticationFlowContext): string | null {
  return AuthenticationManager.getRememberMeUsername(context.getSession());
}

/** Notes what a form of the page says. */
export function takeRememberMe(
  context: AuthenticationFlowContext,
  run: StepRun,
  form: MultivaluedMap<string, string> | null,
): void {
  if (!hasRememberMe(context, run)) return;
  const tab = context.getAuthenticationSession();
  if (form?.getFirst('rememberMe')?.toLowerCase() === 'on') tab.setAuthNote(REMEMBER_ME_NOTE, 'true');
  else tab.removeAuthNote(REMEMBER_ME_NOTE);
}

/** Drops the choice in a realm that no longer has it, and tells it with the sign-in's event otherwise. */
export function completeRememberMe(context: AuthenticationFlowContext): void {
  const tab = context.getAuthenticationSession();
  if (tab.getAuthNote(REMEMBER_ME_NOTE) === null) return;
  if (context.getRealm().isRememberMe()) context.getEvent().detail(REMEMBER_ME_NOTE, 'true');
  else tab.removeAuthNote(REMEMBER_ME_NOTE);
}

/** Whether a tab's user wants to be remembered. */
export function wantsRememberMe(tab: AuthenticationSessionModel): boolean {
  return tab.getAuthNote(REMEMBER_ME_NOTE) !== null;
}
