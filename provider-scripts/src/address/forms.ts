/** The spellings under which an account may be stored that has a normalised address. */
import { domainToUnicode } from './domain.ts';

/**
 * The address itself first, then with its domain in Unicode, composed and decomposed: Keycloak stores an address as the admin API, an
 * import, a store or an identity provider gives it, in lower case.
 */
export function formsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const readable = email.slice(0, at) + domainToUnicode(email.slice(at));
  const forms = [email, readable.normalize('NFC'), readable.normalize('NFD')];
  return forms.filter((form, index) => forms.indexOf(form) === index);
}
