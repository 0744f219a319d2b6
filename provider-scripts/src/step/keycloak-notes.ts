/** What Keycloak's first broker login has found out, from its notes in the tab. */
import type { AuthenticationFlowContext, AuthenticationSessionModel, UserModel } from 'keycloak';

/** The account that has the address or name of the user who comes from an identity provider; JSON. */
const EXISTING_NOTE = 'EXISTING_USER_INFO';
/** Whether the user changed them on the page before (`AbstractIdentityProvider`): then they prove nothing about who this is. */
const CHANGED_NOTES = ['UPDATE_PROFILE_USERNAME_CHANGED', 'UPDATE_PROFILE_EMAIL_CHANGED'] as const;
const FIRST_BROKER_LOGIN = 'first-broker-login';

/** The account that first broker login asks to confirm; null in any other flow. */
export function tabNoteOfExistingUser(context: AuthenticationFlowContext): UserModel | null {
  if (context.getFlowPath() !== FIRST_BROKER_LOGIN) return null;
  const existing = context.getAuthenticationSession().getAuthNote(EXISTING_NOTE);
  if (existing === null) return null;
  const { existingUserId } = JSON.parse(existing) as { existingUserId: string };
  return context.getSession().users().getUserById(context.getRealm(), existingUserId);
}

/** Whether the user typed another name or address there: Keycloak's own email is not sent then, either. */
export function hasChangedProfile(tab: AuthenticationSessionModel): boolean {
  return CHANGED_NOTES.some((name) => tab.getAuthNote(name) === 'true');
}
