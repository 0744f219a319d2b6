/** What the pages of a sign-in say of the email: its link, or its code where it contains nothing else. */
import type { LoginFormsProvider } from 'keycloak';
import { hasLink, type Settings } from '../../realm/flow/parse.ts';

/** Makes a page speak of a code, where the email contains nothing else. */
export function ofEmail(
  page: LoginFormsProvider,
  settings: Pick<Settings, 'emailContains'>,
): LoginFormsProvider {
  return hasLink(settings) ? page : page.setAttribute('codeOnly', true);
}
