/** The pages that a tab's request asks for, or forbids (OpenID Connect Core, section 3.1.2.1). */
import type { AuthenticationSessionModel } from 'keycloak';

const NOTE = 'prompt';
/** The one that asks for the choice of an account. */
const SELECT_ACCOUNT = 'select_account';

/** The values of its `prompt`. */
export function promptsOf(tab: AuthenticationSessionModel): string[] {
  return (tab.getClientNote(NOTE) ?? '').split(' ').filter((one) => one !== '');
}

/** Whether it forbids any page. */
export function isPassive(tab: AuthenticationSessionModel): boolean {
  return promptsOf(tab).includes('none');
}

/** Lets the user choose an account, too. */
export function askForAccount(tab: AuthenticationSessionModel): void {
  const others = promptsOf(tab).filter((one) => one !== SELECT_ACCOUNT);
  tab.setClientNote(NOTE, [...others, SELECT_ACCOUNT].join(' '));
}
