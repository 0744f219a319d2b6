/**
 * Carries the name from one way of a flow to another: Keycloak switches before it asks the page's own step, so the filter notes the name first, as
 * Keycloak's *Switch organization* does.
 */
import type { AuthenticationSessionModel } from 'keycloak';
import type { Parameters } from '../../http/request/parameters.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import { note } from '../tabs/notes.ts';
import { LONGEST_NAME } from './recipient.ts';
import { ATTEMPTED_NOTE, SHOW_ATTEMPTED_NOTE } from './subject.ts';

const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');

/** Keycloak's fields of the forms by which a user chooses another way. */
const CHOOSING = ['authenticationExecution', 'tryAnotherWay'] as const;
/** The fields for the name: the step's own, and that of Keycloak's forms. */
const NAMES = ['email', 'username'] as const;
/** Keycloak's pages suggest what this note has. */
const SUGGESTED_NOTE = 'login_hint';

/** Whether a form in this tab could carry a name: a user, or a name, that the flow has asked for stays. */
export function takesName(tab: AuthenticationSessionModel): boolean {
  const isKnown = tab.getAuthenticatedUser() !== null || tab.getAuthNote(SHOW_ATTEMPTED_NOTE) === 'true';
  return !isKnown && tab.getAuthNote(AuthenticationProcessor.CURRENT_FLOW_PATH) === BROWSER_FLOW_PATH;
}

/** Notes the name that was typed on the page left, or that its link was sent to. */
export function carryName(tab: AuthenticationSessionModel, form: Parameters): void {
  if (!CHOOSING.some((field) => form[field] !== undefined)) return;
  const name = (typedIn(form) ?? sentTo(tab) ?? '').trim();
  if (name === '' || name.length > LONGEST_NAME) return;
  tab.setClientNote(SUGGESTED_NOTE, name);
  // The step would suggest a name that was typed before.
  if (tab.getAuthNote(ATTEMPTED_NOTE) !== null) tab.setAuthNote(ATTEMPTED_NOTE, name);
}

function typedIn(form: Parameters): string | null {
  for (const field of NAMES) {
    const typed = form[field]?.[0]?.trim() ?? '';
    if (typed !== '') return typed;
  }
  return null;
}

/** What the step's link was sent to, on its page. */
function sentTo(tab: AuthenticationSessionModel): string | null {
  const isHere =
    tab.getAuthNote(AuthenticationProcessor.CURRENT_AUTHENTICATION_EXECUTION) === note(tab, 'step');
  return isHere ? note(tab, 'sentTo') : null;
}
