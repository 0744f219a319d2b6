/** The spellings under which Keycloak may have stored a normalised address. */
import { domainToUnicode } from './domain.ts';

/**
 * Returns the address itself first, then with its domain in Unicode, composed and decomposed: Keycloak stores an address, in lower case, as the
 * admin API, an import, a user store or an identity provider supplies it.
 */
export function formsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const readable = email.slice(0, at) + domainToUnicode(email.slice(at));
  const forms = [email, readable.normalize('NFC'), readable.normalize('NFD')];
  return forms.filter((form, index) => forms.indexOf(form) === index);
}
